public import Keyway

/// A log in a folder of the disk; it has one writer.
public final class FileLog: EventLog {
    /// When an append returns.
    public enum Acknowledgement: Hashable, Sendable {
        /// Once the disk has flushed the records.
        case flushed
        /// Once the system has the records; they survive the process, and not a loss of power.
        case written
    }

    /// How large a segment grows before the next one is begun.
    public static let defaultSegmentSize: UInt64 = 64 << 20

    /// The folder, as it was given.
    public let path: String
    /// `flushed` or `written`, as was asked for on opening.
    public let durability: Durability
    private let state: Lock<State>

    private struct State {
        var folder: LogFolder
        var catalog: Catalog
        var writer: SegmentWriter
        /// Held as long as the log is open.
        var lock: (any HeldLock)?
        /// The failure after which nothing is written any more.
        var failure: FileError?
    }

    /// Opens the log in the folder for writing, or begins one there.
    ///
    /// What a crash has left unfinished at the end is set aside in a file of its own.
    /// - Throws: `LogError.damaged`, `newerFormat`, `locked`, `notALog`, `notAFolder` or `file`; the folder is as it was then.
    public convenience init(
        _ folder: String, acknowledging: Acknowledgement = .flushed, segmentSize: UInt64 = defaultSegmentSize
    ) throws(LogError) {
        var generator = SystemRandomNumberGenerator()
        try self.init(
            folder, in: SystemFileSystem(), acknowledging: acknowledging, segmentSize: segmentSize,
            identifiedBy: &generator)
    }

    /// The same on any file system; a new log draws its identity from the generator.
    package init(
        _ path: String, in fileSystem: any FileSystem, acknowledging: Acknowledgement = .flushed,
        segmentSize: UInt64 = defaultSegmentSize, identifiedBy generator: inout some RandomNumberGenerator
    ) throws(LogError) {
        let opening = try Opening(path, in: fileSystem, identifiedBy: &generator)
        let writer = SegmentWriter(
            opening, flushesAppends: acknowledging == .flushed, segmentSize: segmentSize)
        self.path = path
        durability = acknowledging == .flushed ? .flushed : .written
        state = Lock(
            State(folder: opening.folder, catalog: opening.catalog, writer: writer, lock: opening.lock, failure: nil))
    }

    /// The runs in the order in which they began, those of earlier processes included.
    public var runs: [RunID] { state.withLock { $0.catalog.runs } }

    /// The records of one run from its beginning, read from the disk.
    public func records(of run: RunID) throws(LogError) -> [Record] {
        try state.withLock { (state) throws(LogError) in
            try state.catalog.records(of: run, in: state.folder, log: state.writer.log)
        }
    }

    /// Appends all records in one block, or none of them.
    ///
    /// - Throws: `LogError.conflict`, `invalid`, `closed`, `poisoned`, or `file`, after which nothing is written any more.
    public func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws(LogError) {
        try state.withLock { (state) throws(LogError) in
            if state.lock == nil { throw .closed(path: path) }
            if let failure = state.failure { throw .poisoned(path: path, reason: failure) }
            let stream = state.catalog.streams[run]
            let admission = try StreamHead.admission(
                of: records, to: run, expecting: version, head: stream?.head
            ) { () throws(LogError) in
                try state.catalog.records(of: run, in: state.folder, log: state.writer.log)
            }
            guard case .appended(let head) = admission else { return }
            var batch = try Batch(records, of: run, following: stream?.table, in: state.catalog)
            do throws(FileError) {
                try state.writer.write(&batch)
            } catch {
                // What of the block stands on the disk is not known, and asking again would not tell.
                state.failure = error
                throw .file(error)
            }
            state.catalog.note(batch, of: run, head: head)
        }
    }

    /// Gives the log to other writers; later appends throw `LogError.closed`.
    public func close() {
        state.withLock { $0.lock = nil }
    }
}
