public import KeywayCore
public import KeywayLog

/// A log in a folder of the disk; it has one writer.
///
/// An append is queued and returns at once. A thread of the log's own writes the queued appends together, flushes once, and calls
/// their callbacks in order.
public final class FileLog: EventLog {
    /// When the callback of an append is called.
    public enum Acknowledgement: Hashable, Sendable {
        /// Once the disk has flushed the records.
        case flushed
        /// Once the system has the records; they survive the end of the process, and not a loss of power.
        ///
        /// The log checks at every 64th write and at each new segment whether its folder is still at its path. Where somebody moves or
        /// deletes the folder, the records of up to 64 writes are acknowledged before the log notices.
        case written
    }

    /// What becomes of a log that is damaged.
    public enum DamagePolicy: Hashable, Sendable {
        /// The log is not opened, and stays as it is.
        case refuse
        /// Its folder is renamed to `NAME.damaged-1`, or with the number behind the highest that is there, and an empty log begins at
        /// its path; `damagedLog` names the old one. Below a folder that may not be listed the lowest free number is taken.
        ///
        /// Where the system does not rename the folder, the log is refused as damaged, and stays as it is. So the folder must be no mount
        /// point, and the app must have the right to change the folder above it.
        case beginAnewBeside
    }

    /// How many bytes a segment takes before the next one begins: 4 MiB, which suits a phone; 64 MiB suit a server.
    public static let defaultSegmentSize: UInt64 = 4 << 20
    /// How much may be taken in and not be durable before the log is overloaded: 8 MiB.
    public static let defaultUndurableLimit = 8 << 20

    /// The folder, as it was given.
    public let path: String
    /// `flushed` or `written`, as was asked for on opening.
    public let durability: Durability
    public let salt: UInt64
    public let epoch: UInt32
    /// The bytes in doubt that this opening and earlier ones found at the log's end: each part is in a file of its own that the app has not
    /// deleted, or, where the disk was full, still in the log.
    ///
    /// After a loss of power records that were acknowledged may be among these bytes; see <doc:KeepingALog>.
    public let setAside: [FileLog.SetAside]
    /// How far the log has come: the openings and blocks that the mark counts survive a loss of power.
    ///
    /// An app keeps the newest mark outside of the folder, and gives it to `expecting` when it opens the log again.
    public var mark: FileLog.Mark { writer.mark }
    /// The name of the folder, beside this one, of the damaged log that this one replaces; nil where there was none.
    public let damagedLog: String?
    private let folder: any OpenFolder
    private let log: FileLog.ID
    private let writer: LogWriter
    private let cache = TableCache()
    private let recent = RecentBlocks()

    /// Opens the log in the folder for writing, or begins one there; it blocks for as long as the disk takes.
    ///
    /// What is in doubt at the end of the log is set aside in a file of its own.
    /// - Parameters:
    ///   - folder: the path of the log's folder; made if need be.
    ///   - mark: the newest `mark` of this log that the app has stored; nil where it has stored none.
    ///   - acknowledging: when the callback of an append is called.
    ///   - ifDamaged: what becomes of a log that is damaged.
    ///   - segmentSize: how many bytes a segment takes; the next one begins where a batch of records does not fit any more. At most 1 GiB.
    ///   - undurableLimit: so many bytes may be taken in and not be durable before `isOverloaded` says so; twice as many
    ///     before `append` throws `LogError.overloaded`. Any number may be given; with 0 or less an append is taken
    ///     only while no other is pending.
    /// - Throws: `FileLog.Failure.damaged`, `olderFormat`, `newerFormat`, `newerContent`, `locked`, `notALog` or `notAFolder`, and
    ///   `behind` or `anotherLog` where the log does not reach the mark: the folder was not changed. `file` where the disk fails: the
    ///   folder may have been changed.
    public convenience init(
        _ folder: String, expecting mark: FileLog.Mark? = nil, acknowledging: Acknowledgement = .flushed,
        ifDamaged: DamagePolicy = .refuse,
        segmentSize: UInt64 = defaultSegmentSize, undurableLimit: Int = defaultUndurableLimit
    ) throws(FileLog.Failure) {
        var generator = SystemNumbers()
        try self.init(
            folder, in: SystemFileSystem(), expecting: mark, acknowledging: acknowledging, ifDamaged: ifDamaged,
            segmentSize: segmentSize, undurableLimit: undurableLimit, drawing: &generator)
    }

    /// Opens or begins a log on any file system; the salt, and the identity of a new log, are drawn from the generator.
    ///
    /// - Parameters:
    ///   - roomAhead: for tests: how much of a segment is filled with zeros ahead; nil is 4 MiB.
    ///   - isDriven: for tests: the log has no thread, and `writeTaken` and `close` write on their caller's thread.
    ///   - wallTime: the time of the wall clock now; nil asks the system.
    package init(
        _ path: String, in fileSystem: any FileSystem, expecting mark: FileLog.Mark? = nil,
        acknowledging: Acknowledgement = .flushed, ifDamaged: DamagePolicy = .refuse,
        segmentSize: UInt64 = defaultSegmentSize, roomAhead: UInt64? = nil,
        undurableLimit: Int = defaultUndurableLimit, isDriven: Bool = false, wallTime: Instant? = nil,
        planted: PlantedFault? = nil, drawing generator: inout some RandomNumberGenerator
    ) throws(FileLog.Failure) {
        let segmentSize = min(segmentSize, SegmentMeasures.greatestSize)
        salt = generator.next()
        let request = Opening.Request(
            path: path, flushesAppends: acknowledging == .flushed, ifDamaged: ifDamaged, expected: mark,
            measures: SegmentMeasures(size: segmentSize, roomAhead: roomAhead), wallTime: wallTime ?? .wallTime,
            salt: salt, newLog: .random(using: &generator), planted: planted)
        let opening = try Opening(request, in: fileSystem)
        self.path = path
        durability = acknowledging == .flushed ? .flushed : .written
        setAside = opening.setAside
        damagedLog = opening.olderFolder
        epoch = opening.epoch
        folder = opening.folder
        log = opening.logID
        writer = LogWriter(
            opening, undurableLimit: undurableLimit, segmentSize: segmentSize, isDriven: isDriven, planted: planted)
    }

    /// Closes the log as `close()` does; what `close()` would throw is lost.
    deinit {
        // The writer's own thread cannot wait for itself: it ends the log after this.
        if writer.isOnItsThread { return writer.stop { _ in } }
        let end = Awaited<Void>()
        writer.stop { _ in end.give(()) }
        end.wait()
    }

    public var isOverloaded: Bool { writer.isOverloaded }

    public func append(
        _ append: Append, report: @escaping @Sendable (LogError?) -> Void
    ) throws(LogError) -> Receipt {
        try writer.enqueue(append, try EncodedAppend(append, limit: Block.payloadLimit, report: report))
        return .pending
    }

    /// Writes all queued appends; only for a log that a test drives.
    package func writeTaken() {
        writer.writeTaken()
    }

    /// The runs in the order in which they began.
    package var runs: [RunID] { writer.entries(after: nil).map(\.run) }

    public func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        try durableRecords(of: run, from: first, limit: limit)
    }

    /// The records that `records(of:from:limit:)` gives; it blocks the thread while it reads.
    package func durableRecords(
        of run: RunID, from first: UInt64 = 0, limit: Int = .max
    ) throws(LogError) -> [Record] {
        guard let entry = writer.entry(of: run), first < UInt64(entry.next), limit > 0 else { return [] }
        var reading = reading
        var records: [Record] = []
        do throws(ReadingFault) {
            for part in try reading.parts(of: run, endingAt: entry.place, until: { $0.entry.first <= first }) {
                try reading.records(of: part, from: first, limit: limit, into: &records)
            }
        } catch {
            throw LogError(error)
        }
        return records
    }

    public func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        var open: [OpenRun] = []
        var reading = reading
        for entry in writer.entries(after: run) where entry.isOpen {
            if open.count >= limit { break }
            do throws(ReadingFault) {
                open.append(try reading.openRun(entry))
            } catch {
                throw LogError(error)
            }
        }
        return open
    }

    public func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        let hash = RunIndex.hash(of: reference)
        var found: [RunID] = []
        var reading = reading
        for entry in writer.entries(after: run) where entry.referenceHash == hash {
            if found.count >= limit { break }
            do throws(ReadingFault) {
                // Two references may have the same hash.
                let first = try reading.parts(of: entry.run, endingAt: entry.place, until: { _ in false }).first
                if reference.isSameReference(as: first?.reference) { found.append(entry.run) }
            } catch {
                throw LogError(error)
            }
        }
        return found
    }

    /// Refuses further appends, writes and flushes those that were taken, and releases the lock against other writers.
    ///
    /// The records can still be read.
    /// - Throws: `LogError.inDoubt` where the log may lack acknowledged records, because a flush of them has failed.
    public func close() async throws(LogError) {
        let error = await withUnsafeContinuation { continuation in
            writer.stop { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Closes the log as `close()` does, and blocks the thread until it is closed.
    ///
    /// - Throws: as `close()`.
    @available(*, noasync, message: "it blocks the thread; use close()")
    public func closeAndWait() throws(LogError) {
        let end = Awaited<LogError?>()
        writer.stop { end.give($0) }
        if let error = end.wait() { throw error }
    }

    private var reading: BlockReading { BlockReading(folder, log: log, cache: cache, recent: recent) }
}

extension BlockReading {
    /// The run as a list of open runs has it, read from its blocks.
    ///
    /// The blocks are read from the last one back to the one with the oldest record that the run still needs, or, where the run has a
    /// reference, which stands in its first block, back to that one.
    fileprivate mutating func openRun(_ entry: RunIndex.Entry) throws(ReadingFault) -> OpenRun {
        let last = try part(of: entry.run, at: entry.place)
        let earliest = last.neededSequences.first ?? .max
        let parts = try parts(of: entry.run, endingAt: entry.place) { part in
            entry.referenceHash == 0 && part.entry.first <= earliest
        }
        var neededRecords: [OpenRun.NeededRecord] = []
        for part in parts {
            for sequence in last.neededSequences where part.entry.first <= sequence && sequence < part.entry.next {
                let indexInBlock = part.records[Int(sequence - part.entry.first)].index
                // The block's number, then the record's index in the block.
                neededRecords.append(
                    OpenRun.NeededRecord(sequence: sequence, position: part.number << 24 | UInt64(indexInBlock)))
            }
        }
        return OpenRun(
            run: entry.run, reference: parts.first?.reference, next: last.entry.next, neededRecords: neededRecords)
    }
}
