import KeywayCore
import KeywayLog

/// A log in memory that refuses appends, fails flushes or stalls when it is told to.
///
/// As a log of files it has a thread of its own, on which it tells, so that a run meets with it what it meets with a disk.
final class FaultyLog: EventLog {
    private typealias Told = @Sendable (LogError?) -> Void

    private struct State {
        var appends = 0
        var refused: Int?
        var failing: Int?
        var isStalled = false
        var stalled: [Taken] = []
        /// What every append throws from now on.
        var refusal: LogError?
        /// What is told of every append that is taken from now on.
        var failure: LogError?
        /// Whether the log has all the same what it says that it could not make durable.
        var writesAllTheSame = false
        var isOverloaded = false
        /// At so many appends that are not durable it is overloaded, and at twice as many it takes none.
        var room = Int.max / 2
        /// How many appends are taken and not reported on.
        var undurable = 0
        var lease = LogLease.held
        var lossReports: [@Sendable () -> Void] = []
        var taken: [Append] = []
    }

    /// An append with what becomes of it.
    private struct Taken {
        var append: Append
        var failure: LogError?
        var isWritten: Bool
        var told: Told
    }

    static let fault = StorageFault(operation: "flush", subject: "faulty log", number: 5, reason: "a test says so")

    /// What is told of the appends, in the order in which they were handed on.
    ///
    /// The log behind may report on one append from its own thread later than it refuses the next one on this log's thread.
    private struct Reports {
        var expected: [Told] = []
        /// How many appends were handed on before the first that is expected.
        var told = 0
        var known: [Int: LogError?] = [:]
    }

    private let memory: any EventLog
    private let state: Lock<State>
    private let thread: SerialThread<@Sendable () -> Void>
    private let reports = Lock(Reports())

    /// - Parameters:
    ///   - refused: the append of this number, counted from 0, is refused, and none after it.
    ///   - failing: the append of this number is taken and cannot be made durable, nor any after it.
    init(_ log: any EventLog = MemoryLog(), refusing refused: Int? = nil, failing: Int? = nil) {
        memory = log
        state = Lock(State(refused: refused, failing: failing))
        thread = SerialThread { $0() }
    }

    var durability: Durability { memory.durability }
    var salt: UInt64 { memory.salt }
    var epoch: UInt32 { memory.epoch }
    var isOverloaded: Bool { state.withLock { $0.isOverloaded || $0.undurable >= $0.room } }
    /// As a test says it.
    var lease: LogLease {
        get { state.withLock { $0.lease } }
        set {
            let reports = state.withLock { state in
                state.lease = newValue
                return newValue == .lost ? state.lossReports : []
            }
            for report in reports { thread.enqueue(report) }
        }
    }
    func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) { state.withLock { $0.lossReports.append(report) } }
    /// How many appends were asked for, refused ones included.
    var appends: Int { state.withLock { $0.appends } }
    /// How many appends are taken and not durable while the log is stalled.
    var waiting: Int { state.withLock { $0.stalled.count } }
    /// The appends that were taken, in their order.
    var taken: [Append] { state.withLock { $0.taken } }

    /// Says that commands are to be refused, or not.
    func overload(_ isOverloaded: Bool) { state.withLock { $0.isOverloaded = isOverloaded } }

    /// Is overloaded from so many appends on that are not durable, and takes none from twice as many on.
    func hold(atMost room: Int) { state.withLock { $0.room = room } }

    /// Takes appends and makes none durable until `flow` is called.
    func stall() { state.withLock { $0.isStalled = true } }

    /// Makes durable what was taken while the log was stalled.
    func flow() {
        state.withLock { state in
            // Under the lock: what is appended from now on comes behind it.
            for taken in state.stalled { thread.enqueue { self.write(taken) } }
            (state.stalled, state.isStalled) = ([], false)
        }
    }

    /// Makes the first append durable that was taken while the log was stalled; the log stays so.
    func flowOnce() {
        state.withLock { state in
            guard !state.stalled.isEmpty else { return }
            let first = state.stalled.removeFirst()
            thread.enqueue { self.write(first) }
        }
    }

    /// Refuses all appends from now on.
    func refuse(with error: LogError) { state.withLock { $0.refusal = error } }

    /// Takes appends from now on, and tells that none of them could be made durable.
    ///
    /// `writing`: the log has them all the same, as it may where it says that they are in doubt.
    func fail(with error: LogError, writing: Bool = false) {
        state.withLock { ($0.failure, $0.writesAllTheSame) = (error, writing) }
    }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let refusal = state.withLock { state -> LogError? in
            defer { state.appends += 1 }
            if state.appends == state.refused { return .storage(Self.fault) }
            if let refusal = state.refusal { return refusal }
            if state.undurable >= 2 * state.room { return .overloaded }
            if state.appends == state.failing { state.failure = .inDoubt(Self.fault) }
            state.taken.append(append)
            state.undurable += 1
            let taken = Taken(
                append: append, failure: state.failure, isWritten: state.failure == nil || state.writesAllTheSame,
                told: report)
            if state.isStalled { state.stalled.append(taken) } else { thread.enqueue { self.write(taken) } }
            return nil
        }
        if let refusal { throw refusal }
        return .pending
    }

    private func write(_ taken: Taken) {
        let number = reports.withLock { reports in
            reports.expected.append(taken.told)
            return reports.told + reports.expected.count - 1
        }
        let told: Told = { error in
            self.reports.withLock { $0.known[number] = .some(taken.failure ?? error) }
            self.thread.enqueue { self.report() }
        }
        do throws(LogError) {
            if !taken.isWritten { return told(nil) }
            if try memory.append(taken.append, report: told) == .durable { told(nil) }
        } catch {
            told(error)
        }
    }

    /// Tells all that is known of the oldest appends, on this log's thread.
    private func report() {
        while let (told, error) = reports.withLock({ reports -> (Told, LogError?)? in
            guard let known = reports.known.removeValue(forKey: reports.told) else { return nil }
            reports.told += 1
            return (reports.expected.removeFirst(), known)
        }) {
            state.withLock { $0.undurable -= 1 }
            told(error)
        }
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        try await memory.records(of: run, from: first, limit: limit)
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        try await memory.openRuns(after: run, limit: limit)
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try await memory.runs(of: reference, after: run, limit: limit)
    }

    func close() async throws(LogError) { try await memory.close() }
}
