import KeywayCore
import KeywayLog

/// Takes appends in on any thread, and writes them on one of its own, which begins with the first append.
///
/// What came while a statement was under way goes with the next one. A statement without an answer fails the log: what waits is told so,
/// and nothing more is taken. Whoever opens the log again finds out what the server has.
final class PostgresWriter: @unchecked Sendable {
    private struct Shared {
        var queue: AppendQueue
        /// Why nothing is taken any more.
        var failure: LogError?
        /// The runs of which an append was just refused. Until each caller has heard that, what comes of such a run is refused as well: it
        /// was decided on records that the log does not have.
        var refusals: [RunID: LogError] = [:]
        /// What came of these runs meanwhile.
        var refused: [EncodedAppend] = []
        var isStopping = false
        var isFinished = false
        var hasThread = false
        /// What was handed to `stop`.
        var waiting: [@Sendable (Bool) -> Void] = []
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
    /// How many runs' flows are remembered, so that a server of many versions does not keep them all.
    private static let greatestNumbers = 1024

    private let shared: Monitor<Shared>
    private let opening: LogOpening
    private let server: ServerPromise
    private let address: ConnectionAddress
    private let answerLimit: Duration
    /// Used by the writer's thread alone.
    private let connection: Connection
    /// The numbers of flows that the log has, as far as this opening has met them. Used by the writer's thread alone.
    private var numbers: [FlowVersion: Int64] = [:]

    init(_ database: PostgresDatabase, _ connection: Connection, _ opening: LogOpening, _ server: ServerPromise) {
        shared = Monitor(Shared(queue: AppendQueue(limit: database.undurableLimit)))
        self.opening = opening
        self.server = server
        self.connection = connection
        address = database.address
        answerLimit = database.answerLimit
    }

    // MARK: Taking

    var isOverloaded: Bool {
        shared.withLock { state in state.failure == nil && !state.isStopping && state.queue.isOverloaded }
    }

    /// Takes the append in, behind all that were taken before.
    ///
    /// Where the run has no append that waits, only the server knows where it ends.
    func take(_ append: Append, _ encoded: EncodedAppend) throws(LogError) {
        let wakes = try shared.withLock { (state) throws(LogError) in
            if state.isStopping { throw .closed }
            if let failure = state.failure { throw failure }
            if state.refusals[append.run] != nil {
                state.refused.append(encoded)
                return false
            }
            if !state.hasThread { state.hasThread = beginThread { self.run() } }
            guard state.hasThread else {
                throw .storage(
                    StorageFault(
                        attempt: "append to", subject: address.name, number: 0,
                        reason: "the system has no thread to give"))
            }
            return try state.queue.take(
                append, encoded, after: RunHead(before: append), now: monotonicMilliseconds())
        }
        if wakes { shared.wake() }
    }

    /// Another process has the log: nothing more is taken, and what waits is reported behind what is being written.
    func fence() {
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

    private func nextWork(_ state: inout Shared) -> Monitor<Shared>.Look<Work> {
        if let failure = state.failure, !state.queue.isEmpty {
            return .found(.drop(state.queue.forgetWaiting(), failure))
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

    private func write(_ appends: [EncodedAppend]) {
        do throws(QueryFailure) {
            for append in appends { if let version = append.version { try add(version) } }
            let batch = BatchToStore(appends, numbers: numbers)
            let answer = try perform(.append, batch.parameters(of: opening, server))
            if answer.isCommitUnsure { throw .unanswered(reason: "the server gave up waiting for its standby") }
            guard answer.rows.first?.bool(0) == true else { return fail(appends, .fenced, behind: .fenced) }
            let stored = Set(answer.rows.compactMap { $0.identity(1) })
            let refused = batch.parts.filter { !stored.contains($0.run) }
            let ends = refused.isEmpty ? [:] : try ends(of: refused.map(\.run))
            report(batch, refused: Dictionary(uniqueKeysWithValues: refused.map { ($0.run, $0.refusal(ends[$0.run])) }))
        } catch {
            switch error {
            case .refused(let refusal) where refusal.isAboutValues: writeApart(appends, refusal)
            case .refused:
                let fault = StorageFault(error, of: "append to", address)
                fail(appends, .storage(fault), behind: .storage(fault))
            case .unanswered:
                let fault = StorageFault(error, of: "append to", address)
                fail(appends, .inDoubt(fault), behind: .storage(fault))
            }
        }
    }

    /// Writes the runs of a batch apart, because the server refuses something that one of them has.
    ///
    /// The run that it refuses alone is damaged, and no other one waits for it.
    private func writeApart(_ appends: [EncodedAppend], _ refusal: ServerError) {
        let runs = appends.reduce(into: [RunID]()) { if !$0.contains($1.run) { $0.append($1.run) } }
        if runs.count > 1 {
            let first = Set(runs.prefix(runs.count / 2))
            write(appends.filter { first.contains($0.run) })
            // The log may have failed by now; what is written then is in doubt as well.
            return write(appends.filter { !first.contains($0.run) })
        }
        let what = "\(address.name) does not take the records: \(refusal.message) (\(refusal.code))"
        report(BatchToStore(appends, numbers: numbers), refused: [runs[0]: .damaged(what)])
    }

    /// Makes the version known to the log, where it is not.
    private func add(_ version: FlowVersion) throws(QueryFailure) {
        if numbers[version] != nil { return }
        // Another opening may add the same version at this moment: then neither row is seen, and it is asked again.
        for _ in 0..<3 {
            let answer = try perform(.addFlow, [.bytes(version.table), .bytes(version.annotations)])
            guard let number = answer.rows.first?.integer(0) else { continue }
            if numbers.count >= Self.greatestNumbers { numbers = [:] }
            numbers[version] = number
            return
        }
        throw .unanswered(reason: "the server does not keep the flow's table")
    }

    /// Where the runs end in the log; a run that has not begun is not there.
    private func ends(of runs: [RunID]) throws(QueryFailure) -> [RunID: RunHead] {
        var ends: [RunID: RunHead] = [:]
        for row in try perform(.ends, [.array(.identities(runs))]).rows {
            guard let run = row.identity(0), let next = row.integer(1), let time = row.integer(2) else { continue }
            ends[run] = RunHead(next: UInt64(clamping: next), time: Instant(milliseconds: time))
        }
        return ends
    }

    private func perform(_ statement: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> QueryResult {
        try connection.perform(statement, parameters, before: .after(answerLimit))
    }

    // MARK: Reporting

    private func report(_ batch: BatchToStore, refused: [RunID: LogError]) {
        let behind = shared.withLock { state in
            state.queue.settle(batch.parts.flatMap(\.appends))
            state.refusals.merge(refused) { $1 }
            // What was taken behind an append that was refused cannot follow.
            return refused.keys.flatMap { state.queue.forgetWaiting(of: $0) }
        }
        for part in batch.parts {
            for append in part.appends { append.report(refused[part.run]) }
        }
        for append in behind { append.report(refused[append.run]) }
        if refused.isEmpty { return }
        let meanwhile = shared.withLock { state in
            state.refusals = [:]
            defer { state.refused = [] }
            return state.refused
        }
        for append in meanwhile { append.report(refused[append.run]) }
    }

    private func fail(_ appends: [EncodedAppend], _ error: LogError, behind following: LogError) {
        let behind = shared.withLock { state in
            // That another process has the log stays so, whatever fails besides.
            if state.failure != .fenced { state.failure = following }
            state.queue.settle(appends)
            return state.queue.forgetWaiting()
        }
        for append in appends { append.report(error) }
        for append in behind { append.report(following) }
    }

    // MARK: Ending

    /// Takes nothing more.
    ///
    /// - Parameter report: is called when all that was taken is written, with true; with false where the log has failed.
    func stop(_ report: @escaping @Sendable (_ isSound: Bool) -> Void) {
        let sound = shared.withLock { state -> Bool? in
            state.isStopping = true
            if !state.hasThread || state.isFinished { return state.failure == nil }
            state.waiting.append(report)
            return nil
        }
        if let sound { report(sound) } else { shared.wake() }
    }

    private func finish() {
        let (waiting, isSound) = shared.withLock { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return (state.waiting, state.failure == nil)
        }
        for report in waiting { report(isSound) }
    }
}

extension RunHead {
    /// An end of the run that the append can follow, if its records can follow each other: what a log assumes that does not know better.
    fileprivate init(before append: Append) {
        self.init(next: append.records.first?.sequence ?? 0, time: Instant(milliseconds: .min))
    }
}

extension BatchToStore.Part {
    /// Why the server has not stored the block.
    ///
    /// - Parameter end: where the run ends in the log; nil where it has not begun.
    fileprivate func refusal(_ end: RunHead?) -> LogError {
        let next = end?.next ?? 0
        guard let end, next == first else { return .conflict(run: run, expected: first, actual: next) }
        return .invalid(
            run: run, .earlier(sequence: first, time: Instant(milliseconds: earliest), than: end.time))
    }
}
