public import KeywayCore
public import KeywayLog

/// A log in a database of PostgreSQL. One process at a time writes it, and others may wait to take it over.
///
/// Appending takes records in and returns; a thread of the log's own sends all that came meanwhile with one statement, and then calls the
/// report of each append, in the order of the appends. Where that statement fails, the log takes nothing more until it is opened again:
/// open it by `Orchestrator(opening:...)`, which does that by itself.
public final class PostgresLog: EventLog {
    /// The most bytes of an append, of a statement in which a node sends several appends, or of a flow's table: 4 MiB, so that it can be
    /// sent within the time that an answer may take.
    static let greatestAppend = 4 << 20

    /// By the server's settings when the log was opened.
    public let durability: Durability
    /// The number of this opening, which is greater than those of all earlier openings.
    public var epoch: UInt32 { opening.epoch }
    public let salt = UInt64.random(in: .min ... .max)
    let opening: LogOpening
    private let database: PostgresDatabase
    private let writer: PostgresWriter
    private let keeper: LeaseKeeper
    private let reader: QuestionThread
    private let flows = FlowCache()
    private let prefetched = Lock(Prefetched())

    /// The records of a page of open runs, read ahead because whoever asks for the page asks for them next.
    private struct Prefetched {
        var records: [RunID: [Record]] = [:]
        /// Runs that got records while a page was being read; what was read of them may lack these.
        var touched: Set<RunID> = []
        var isReading = false
    }

    /// - Parameters:
    ///   - connection: is the writer's from here on; the others are made when they are needed.
    ///   - asked: the moment just before the statement was sent that took the log.
    init(
        _ database: PostgresDatabase, _ opening: LogOpening, _ server: CommitDurability, _ connection: Connection,
        asked: ContinuousClock.Instant
    ) {
        self.database = database
        self.opening = opening
        durability = server.durability
        let writer = PostgresWriter(database, connection, opening, server)
        self.writer = writer
        keeper = LeaseKeeper(database, opening, asked: asked)
        reader = QuestionThread(database, of: opening)
        keeper.whenLost { writer.markFenced() }
        writer.whenFenced { [keeper] in keeper.markLost() }
    }

    /// Closes the log as `close()` does, without waiting for that.
    deinit {
        reader.stop()
        writer.stop { [keeper, database, opening] isSound in
            database.noteEnd(of: opening)
            keeper.stop(releases: isSound) {}
        }
    }

    /// Whether this opening has the log to itself: see `LogLease`.
    public var lease: LogLease { keeper.lease }

    public func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) {
        keeper.whenLost(report)
    }

    public var isOverloaded: Bool { writer.isOverloaded }

    /// Takes the records in, and always returns `pending`.
    ///
    /// - Parameters:
    ///   - append: records of one run. More than 4 MiB of records, or of a flow's table, are `invalid`.
    ///   - report: as in `EventLog`. Only the server knows where a run ends, so `conflict` and `invalid` may come as
    ///     late as in the report.
    /// - Throws: `LogError.conflict`, `invalid`, `overloaded`, `storage`, `fenced` or `closed`.
    public func append(
        _ append: Append, report: @escaping @Sendable (LogError?) -> Void
    ) throws(LogError) -> Receipt {
        prefetched.withLock { prefetched in
            prefetched.records[append.run] = nil
            if prefetched.isReading { prefetched.touched.insert(append.run) }
        }
        try writer.enqueue(append, try EncodedAppend(append, limit: Self.greatestAppend, report: report))
        return .pending
    }

    public func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        if first == 0, let known = prefetched.withLock({ $0.records.removeValue(forKey: run) }), known.count <= limit {
            return known
        }
        return try await read { (query) throws(ReadingFailure) in
            try query.records(of: run, from: first, count: limit)
        }
    }

    // The records of the page are read with it, because whoever asks goes on with all of these runs.
    public func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        prefetched.withLock { $0.isReading = true }
        // An append that is on its way now may be missing in what is read.
        let pending = writer.pendingRuns
        prefetched.withLock { $0.touched.formUnion(pending) }
        defer { prefetched.withLock { ($0.isReading, $0.touched) = (false, []) } }
        let page = try await read { (query) throws(ReadingFailure) in
            let open = try query.openRuns(after: run, count: limit)
            // Records that cannot be read now are no error here: `records` reads them again, and throws.
            return (
                open: open, records: (try? query.records(of: open.map(\.run), blocks: BlockQuery.greatestCount)) ?? [:]
            )
        }
        prefetched.withLock { prefetched in
            prefetched.records = page.records.filter { !prefetched.touched.contains($0.key) }
        }
        return page.open
    }

    public func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try await read { (query) throws(ReadingFailure) in
            try query.runs(of: reference, after: run, count: limit)
        }
    }

    /// Accepts no more appends, writes those that it has accepted, and releases the lease to whoever waits for the log.
    ///
    /// It throws nothing: each append hears by its own report what became of it. A log that has failed does not release the lease: the same
    /// `PostgresDatabase` can open it again at once, and another process after a lease. What is there can still be read.
    public func close() async throws(LogError) {
        await withUnsafeContinuation { continuation in
            writer.stop { [keeper, database, opening] isSound in
                database.noteEnd(of: opening)
                keeper.stop(releases: isSound) { continuation.resume() }
            }
        }
    }

    private func read<Answer: Sendable>(
        _ question: @escaping @Sendable (BlockQuery) throws(ReadingFailure) -> Answer
    ) async throws(LogError) -> Answer {
        let (limit, flows) = (database.answerLimit, flows)
        return try await reader.answer { (connection) throws(ReadingFailure) in
            try question(BlockQuery(connection: connection, limit: limit, flows: flows))
        }
    }
}
