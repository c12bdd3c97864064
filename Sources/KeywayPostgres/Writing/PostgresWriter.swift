import KeywayCore
import KeywayLog

/// Takes appends in on any thread, and writes them on one of its own, which begins with the first append.
///
/// What came while a statement was under way goes with the next one. A statement without an answer fails the log: what waits is told so,
/// and nothing more is taken. Whoever opens the log again finds out what the server has.
final class PostgresWriter: @unchecked Sendable {
    private struct Shared {
        var queue: AppendQueue
        /// Why nothing is taken any more; nil while the log works.
        var failure: LogError?
        /// Is called when the server says that another process has the log.
        var fencedCallback: (@Sendable () -> Void)?
        /// The runs of which an append was just refused. Until each caller has heard that, later appends of such a run are refused as well:
        /// they were decided on records that the log does not have.
        var refusals: [RunID: LogError] = [:]
        /// The later appends of these runs.
        var appendsToRefuse: [EncodedAppend] = []
        /// Whether nothing more is taken, because the log is to be closed.
        var isStopping = false
        /// Whether the writer's thread has ended, or is not needed any more.
        var isFinished = false
        var hasThread = false
        /// Who wants to hear that the writer has ended: true where the log worked to the end.
        var stopCallbacks: [@Sendable (Bool) -> Void] = []
    }

    private enum Work {
        case write([EncodedAppend])
        /// Report on what will not be written, because the log has failed.
        case drop([EncodedAppend], LogError)
        case finish
    }

    /// The most bytes of a batch.
    private static let greatestBatch = 4 << 20
    /// The most appends of a batch: a larger one makes each wait longer and the server no faster.
    private static let greatestCount = 512

    private let shared: Monitor<Shared>
    private let opening: LogOpening
    private let server: CommitDurability
    private let address: ConnectionAddress
    private let answerLimit: Duration
    /// Used by the writer's thread alone; nil once that has ended.
    private var connection: Connection?
    /// Used by the writer's thread alone.
    private var flows = FlowNumbers()

    init(_ database: PostgresDatabase, _ connection: Connection, _ opening: LogOpening, _ server: CommitDurability) {
        shared = Monitor(Shared(queue: AppendQueue(limit: database.undurableLimit)))
        self.opening = opening
        self.server = server
        self.connection = connection
        address = database.address
        answerLimit = database.answerLimit
    }

    // MARK: Enqueueing

    var isOverloaded: Bool {
        shared.withLock { state in state.failure == nil && !state.isStopping && state.queue.isOverloaded }
    }

    /// The runs that have appends which are not durable.
    var pendingRuns: Set<RunID> { shared.withLock { $0.queue.pendingRuns } }

    /// Puts the append into the queue, behind all that came before.
    ///
    /// Where the run has no append that waits, only the server knows where it ends.
    func enqueue(_ append: Append, _ encoded: EncodedAppend) throws(LogError) {
        let wakes = try shared.withLock { (state) throws(LogError) in
            if state.isStopping { throw .closed }
            if let failure = state.failure { throw failure }
            if state.refusals[append.run] != nil {
                state.appendsToRefuse.append(encoded)
                return false
            }
            if !state.hasThread { state.hasThread = beginThread { self.run() } }
            guard state.hasThread else {
                throw .storage(
                    StorageFault(
                        operation: "append to", subject: address.name, number: 0,
                        reason: "the system has no thread to give"))
            }
            return try state.queue.enqueue(
                append, encoded, after: AppendPoint(before: append), now: monotonicMilliseconds())
        }
        if wakes { shared.wake() }
    }

    /// Calls back on the writer's thread when the server says that another process has the log.
    func whenFenced(_ callback: @escaping @Sendable () -> Void) {
        shared.withLock { $0.fencedCallback = callback }
    }

    /// Notes that another process has the log: nothing more is taken, and what waits is reported as failed, behind what is being written.
    func markFenced() {
        shared.withLock { $0.failure = .fenced }
        shared.wake()
    }

    // MARK: Writing

    private func run() {
        while true {
            switch shared.wait(nextWork) {
            case .write(let appends): write(appends)
            case .drop(let appends, let error): for append in appends { append.report(error) }
            case .finish: return finish()
            }
        }
    }

    private func nextWork(_ state: inout Shared) -> Monitor<Shared>.Poll<Work> {
        if let failure = state.failure, !state.queue.isEmpty {
            return .found(.drop(state.queue.removeWaiting(), failure))
        }
        switch state.queue.readiness(at: monotonicMilliseconds()) {
        case .ready: return .found(.write(nextBatch(&state)))
        case .later where state.isStopping: return .found(.write(nextBatch(&state)))
        case .later(let milliseconds): return .waitingFor(milliseconds: milliseconds)
        case .empty: return state.isStopping ? .found(.finish) : .waiting
        }
    }

    private func nextBatch(_ state: inout Shared) -> [EncodedAppend] {
        state.queue.nextBatch(bytes: Self.greatestBatch, count: Self.greatestCount)
    }

    /// Writes appends, and reports on them; returns whether the log still works.
    ///
    /// - Parameter rest: appends of the same batch that are written later; they are reported on with these if the log fails.
    @discardableResult
    private func write(_ appends: [EncodedAppend], before rest: [EncodedAppend] = []) -> Bool {
        // It may have failed since these appends were taken out.
        if let failure = shared.withLock({ $0.failure }) { return fail(appends, failure, behind: rest, failure) }
        do throws(QueryFailure) {
            return try store(appends) || fail(appends, .fenced, behind: rest, .fenced)
        } catch {
            let fault = StorageFault(error, of: "append to", address)
            switch error {
            case .refused(let refusal) where refusal.isAboutValues: return writeApart(appends, refusal, before: rest)
            case .refused: return fail(appends, .storage(fault), behind: rest, .storage(fault))
            case .unanswered: return fail(appends, .inDoubt(fault), behind: rest, .storage(fault))
            }
        }
    }

    /// Stores the appends and reports on them; returns false, and reports nothing, if another process has the log.
    private func store(_ appends: [EncodedAppend]) throws(QueryFailure) -> Bool {
        for append in appends {
            if let version = append.version { try flows.add(version, by: perform) }
        }
        let batch = BatchToStore(appends, numbers: flows.numbers)
        let answer = try perform(.append, batch.parameters(of: opening, server))
        try server.checkCommit(answer)
        guard answer.rows.first?.bool(0) == true else { return false }
        let stored = Set(answer.rows.compactMap { $0.identity(1) })
        let refused = batch.blocks.filter { !stored.contains($0.run) }
        var points: [RunID: AppendPoint] = [:]
        do throws(QueryFailure) {
            if !refused.isEmpty { points = try self.points(of: refused.map(\.run)) }
        } catch {
            // The batch is stored by now, whatever the server says of this question.
            throw .unanswered(reason: error.reason)
        }
        report(batch, refused: Dictionary(uniqueKeysWithValues: refused.map { ($0.run, $0.refusal(points[$0.run])) }))
        return true
    }

    /// Writes the runs of a batch apart, because the server refuses something that one of them has.
    ///
    /// A run that the server refuses by itself gets the error `damaged`; all others are written.
    /// - Returns: whether the log still works.
    private func writeApart(
        _ appends: [EncodedAppend], _ refusal: ServerError, before rest: [EncodedAppend]
    ) -> Bool {
        let runs = appends.reduce(into: [RunID]()) { if !$0.contains($1.run) { $0.append($1.run) } }
        if runs.count > 1 {
            let first = Set(runs.prefix(runs.count / 2))
            let second = appends.filter { !first.contains($0.run) }
            return write(appends.filter { first.contains($0.run) }, before: second + rest)
                && write(second, before: rest)
        }
        let what = "\(address.name) does not take the records: \(refusal.message) (\(refusal.code))"
        report(BatchToStore(appends, numbers: flows.numbers), refused: [runs[0]: .damaged(what)])
        return true
    }

    /// Where the runs end in the log; a run that has not begun is not there.
    private func points(of runs: [RunID]) throws(QueryFailure) -> [RunID: AppendPoint] {
        var points: [RunID: AppendPoint] = [:]
        for row in try perform(.ends, [.array(.identities(runs))]).rows {
            guard let run = row.identity(0), let next = row.integer(1), let time = row.integer(2) else { continue }
            points[run] = AppendPoint(next: UInt64(clamping: next), time: Instant(milliseconds: time))
        }
        return points
    }

    private func perform(_ statement: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> QueryResult {
        guard let connection else { throw .unanswered(reason: "the log was closed") }
        return try connection.perform(statement, parameters, before: .after(answerLimit))
    }

    // MARK: Reporting

    /// Reports on the appends of a batch: those of the refused runs get the run's error, all others are durable. What came behind a refused
    /// append of the same run is refused as well.
    private func report(_ batch: BatchToStore, refused: [RunID: LogError]) {
        let behind = shared.withLock { state in
            state.queue.settle(batch.blocks.flatMap(\.appends))
            state.refusals.merge(refused) { $1 }
            // What was taken behind an append that was refused cannot follow.
            return refused.keys.flatMap { state.queue.removeWaiting(of: $0) }
        }
        for block in batch.blocks {
            for append in block.appends { append.report(refused[block.run]) }
        }
        for append in behind { append.report(refused[append.run]) }
        if refused.isEmpty { return }
        let meanwhile = shared.withLock { state in
            state.refusals = [:]
            defer { state.appendsToRefuse = [] }
            return state.appendsToRefuse
        }
        for append in meanwhile { append.report(refused[append.run]) }
    }

    /// The log has failed: reports on the appends, on the rest of their batch, and on all that waits; returns false.
    ///
    /// - Parameters:
    ///   - error: what is reported of `appends`, which may have been sent.
    ///   - following: what is reported of all other appends, which were not sent, and thrown for later ones.
    private func fail(
        _ appends: [EncodedAppend], _ error: LogError, behind rest: [EncodedAppend], _ following: LogError
    ) -> Bool {
        let (behind, callback) = shared.withLock { state in
            // That another process has the log stays so, whatever fails besides.
            if state.failure != .fenced { state.failure = following }
            state.queue.settle(appends + rest)
            return (state.queue.removeWaiting(), state.failure == .fenced ? state.fencedCallback : nil)
        }
        callback?()
        for append in appends { append.report(error) }
        for append in rest + behind { append.report(following) }
        return false
    }

    // MARK: Ending

    /// Takes nothing more.
    ///
    /// - Parameter report: is called when all that was taken is written, with true; with false where the log has failed.
    func stop(_ report: @escaping @Sendable (_ isSound: Bool) -> Void) {
        let sound = shared.withLock { state -> Bool? in
            state.isStopping = true
            if !state.hasThread {
                state.isFinished = true
                end(&state)
            }
            if state.isFinished { return state.failure == nil }
            state.stopCallbacks.append(report)
            return nil
        }
        if let sound { report(sound) } else { shared.wake() }
    }

    /// Lets go of the connection, and of the callback, which may hold what holds this writer.
    private func end(_ state: inout Shared) {
        connection = nil
        state.fencedCallback = nil
    }

    private func finish() {
        let (callbacks, isSound) = shared.withLock { state in
            state.isFinished = true
            end(&state)
            defer { state.stopCallbacks = [] }
            return (state.stopCallbacks, state.failure == nil)
        }
        for report in callbacks { report(isSound) }
    }
}

extension AppendPoint {
    /// The end that the run must have for the append to follow: a log that does not know where the run ends assumes it, and lets its server
    /// check.
    fileprivate init(before append: Append) {
        self.init(next: append.records.first?.sequence ?? 0, time: Instant(milliseconds: .min))
    }
}

extension BatchToStore.RunBlock {
    /// Why the server has not stored the block.
    ///
    /// - Parameter end: where the run ends in the log; nil where it has not begun.
    fileprivate func refusal(_ end: AppendPoint?) -> LogError {
        let next = end?.next ?? 0
        guard let end, next == first else { return .conflict(run: run, expected: first, actual: next) }
        return .invalid(
            run: run, .earlier(sequence: first, time: Instant(milliseconds: earliest), than: end.time))
    }
}
