extension FileLog {
    /// What a log holds, and what is wrong with it.
    public struct Verification: Equatable, Sendable {
        /// The files that hold the log, also damaged ones.
        public var segments: Int
        /// Those found whole: of tables, of records and of openings.
        public var blocks: UInt64
        /// Those in whole blocks, also behind a damage.
        public var records: UInt64
        /// Those with a record among these.
        public var runs: Int
        /// What was set aside when the log was opened for writing.
        public var setAside: [FileLog.SetAside]
        /// The folder of the damaged log in the place of which this one was begun; its name alone.
        public var beside: String?
        /// A writer has the log open: what it is writing is not judged.
        public var isBeingWritten: Bool
        /// In the order of the log; none if all of it is as it was written.
        public var findings: [FileLog.Finding]

        /// Whether nothing was found; a tail in doubt is a finding too.
        public var isSound: Bool { findings.isEmpty }
    }
}

extension FileLog {
    /// Bytes from the end of a log that were in doubt when it was opened, and were kept in a file of their own.
    ///
    /// Nobody needs the file but whoever wants to know what was lost: the app may delete it.
    public struct SetAside: Hashable, Sendable {
        /// The name of the file in the log's folder; nil where there was no room for it yet, and the bytes are where they were.
        public var file: String?
        /// The segment that the bytes stood in.
        public var segment: UInt32
        /// Where in it they began.
        public var position: UInt64
        /// How many there are.
        public var length: UInt64

        public init(file: String?, segment: UInt32, position: UInt64, length: UInt64) {
            self.file = file
            self.segment = segment
            self.position = position
            self.length = length
        }
    }
}
