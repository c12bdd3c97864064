extension FileLog {
    /// What a log holds, and what is wrong with it.
    public struct Verification: Equatable, Sendable {
        /// How many files hold the log, damaged ones included.
        public var segments: Int
        /// How many blocks are whole: those with records, with flow versions, and with what each opening for writing noted of itself.
        public var blocks: UInt64
        /// How many records stand in whole blocks, those behind a damage included.
        public var records: UInt64
        /// How many runs have at least one of these records.
        public var runs: Int
        /// The bytes that openings of the log for writing have set aside, as far as the app has not deleted their files.
        public var setAside: [FileLog.SetAside]
        /// The name of the folder, beside this log's, of the damaged log that this one replaces; nil where there was none.
        public var damagedLog: String?
        /// Whether a writer has the log open: what it is writing is not judged.
        public var isBeingWritten: Bool
        /// What is wrong: first in the segments and in `head.index`, which says how far the log was flushed, then in other files of the
        /// folder; empty for a sound log.
        public var findings: [FileLog.Finding]

        /// Whether nothing was found; a tail in doubt is a finding too.
        public var isSound: Bool { findings.isEmpty }
    }
}

extension FileLog {
    /// Bytes from the end of a log that were in doubt when it was opened, and were kept in a file of their own.
    ///
    /// The log does not need the file, so the app may delete it. It only tells what may have been lost.
    public struct SetAside: Hashable, Sendable {
        /// The name of the file in the log's folder; nil where a full disk had no room for it, and the bytes still stand in the log.
        public var file: String?
        /// The segment that the bytes stood in.
        public var segment: UInt32
        /// Where in the segment the bytes began.
        public var position: UInt64
        /// How many bytes there are.
        public var length: UInt64

        public init(file: String?, segment: UInt32, position: UInt64, length: UInt64) {
            self.file = file
            self.segment = segment
            self.position = position
            self.length = length
        }
    }
}
