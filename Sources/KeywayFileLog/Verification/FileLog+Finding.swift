extension FileLog {
    /// Something in a log that is not as it was written.
    public struct Finding: Hashable, Sendable {
        /// What was found.
        public enum Kind: String, Sendable, CaseIterable {
            /// The end of the log is not whole, and nothing says that it was ever flushed.
            ///
            /// The bytes are of a write that was never finished, or of the last flush before a loss of power. After a
            /// loss of power acknowledged records may be among them.
            case tailInDoubt
            /// Bytes of a segment that have changed, or are gone, although they were flushed; or that the disk cannot read.
            case damage
            /// One or more segments are gone, though a later one or the head tells of them; `file` names the first.
            case missingSegment
            /// A segment, block or head that is whole, but belongs to another place or another log.
            case misplaced
            /// A block whose checksum is right, but whose content (records, a table or an opening's note) cannot be read,
            /// contradicts itself, or cannot follow the blocks before it.
            case malformedRecord
            /// `head.index`, which says how far the log was flushed, has changed; the next opening for writing mends it.
            case damagedHead
            /// A file in which an earlier opening set bytes aside has changed, or has a name that does not fit them.
            case damagedRemainder
            /// A file that is not part of the log.
            case foreignFile
        }

        /// What was found; `isHarmless` follows from it.
        public var kind: Kind
        /// The name of the file in the log's folder.
        public var file: String
        /// Where in the file the first byte stands that is concerned, counted from 0.
        public var position: UInt64
        /// How many bytes are concerned.
        public var length: UInt64
        /// What is wrong there; in `description` it stands behind the file and the byte.
        public var reason: String

        public init(kind: Kind, file: String, position: UInt64, length: UInt64, reason: String) {
            self.kind = kind
            self.file = file
            self.position = position
            self.length = length
            self.reason = reason
        }
    }
}

extension FileLog.Finding: CustomStringConvertible {
    /// One sentence.
    public var description: String { "\(file), byte \(position): \(reason)" }

    /// Whether the log may be opened for writing all the same.
    public var isHarmless: Bool {
        switch kind {
        case .tailInDoubt, .damagedHead, .damagedRemainder, .foreignFile: true
        case .damage, .missingSegment, .misplaced, .malformedRecord: false
        }
    }
}
