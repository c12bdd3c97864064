extension FileLog {
    /// Something in a log that is not as it was written.
    public struct Finding: Hashable, Sendable {
        /// What was found.
        public enum Kind: String, Sendable, CaseIterable {
            /// The end of the log is not whole, and nothing says that it was ever flushed.
            ///
            /// It is of a write that was never finished, or of the last flush before a loss of power: then records that were
            /// acknowledged may be in it.
            case tailInDoubt
            /// Bytes that have changed, or are gone, although they were flushed.
            case damage
            /// One or more files before another are gone; `file` is what the first was called.
            case missingSegment
            /// Whole, but of another place or another log.
            case misplaced
            /// Whole, but no history, or of a kind that this version does not know.
            case malformedRecord
            /// A later version of Keyway wrote the file; nothing in it is read.
            case newerFormat
            /// An earlier version of Keyway wrote the file; nothing in it is read.
            case olderFormat
            /// What tells up to where the log was flushed has changed; the next opening writes it anew.
            case damagedHead
            /// Bytes that were set aside earlier have changed.
            case damagedRemainder
            /// No part of the log.
            case foreignFile
        }

        /// By it `isHarmless` says whether the log may be written to.
        public var kind: Kind
        /// The name of the file in the log's folder.
        public var file: String
        /// The first byte that is concerned.
        public var position: UInt64
        /// How many bytes are.
        public var length: UInt64
        /// What is wrong there, as it goes after the place.
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
        case .damage, .missingSegment, .misplaced, .malformedRecord, .newerFormat, .olderFormat: false
        }
    }
}
