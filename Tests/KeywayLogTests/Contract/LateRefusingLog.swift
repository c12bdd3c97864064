import KeywayCore
import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A log in memory that learns only later, as from a server, which record of a run is the last: until then it takes every append that is
/// valid by itself, and it refuses what does not fit. Each fifth question finds it out of reach.
final class LateRefusingLog: EventLog {
    /// The refusal of an append: the log also refuses the appends to the run that it took before it knew.
    private struct Refusal {
        /// The number of the last append that was taken before the refusal.
        var last: Int
        var error: LogError
    }

    private struct State {
        var taken = 0
        var refusals: [RunID: Refusal] = [:]
        /// The run whose refusal is being told now, and the thread that tells it.
        var told: (run: RunID, by: pthread_t)?
        var isClosed = false
        /// How many questions were asked.
        var questions = 0
    }

    /// A mistake that a test plants: the log keeps the appends that it took after one that it refuses.
    private let forgetsRefusals: Bool
    private let memory = MemoryLog()
    private let state = Lock(State())
    private let thread = SerialThread<@Sendable () -> Void> { $0() }

    init(forgetsRefusals: Bool = false) {
        self.forgetsRefusals = forgetsRefusals
    }

    var durability: Durability { .memory }
    var salt: UInt64 { memory.salt }
    var epoch: UInt32 { memory.epoch }
    var isOverloaded: Bool { false }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let number = try take(append)
        thread.enqueue {
            // As a server does: what is appended meanwhile is taken before the answer.
            usleep(200)
            report(self.answer(to: append, number))
            self.state.withLock { $0.told = nil }
        }
        return .pending
    }

    /// Takes the append; returns its number.
    ///
    /// Whoever appends while a refusal of the run is being told does not know of it yet, and has built on what was refused: that append is
    /// refused as well.
    private func take(_ append: Append) throws(LogError) -> Int {
        try state.withLock { (state) throws(LogError) in
            if state.isClosed { throw .closed }
            let start = append.records.first?.sequence ?? 0
            _ = try AppendPoint(next: start, time: Instant(milliseconds: .min)).admitting(append)
            state.taken += 1
            if let told = state.told, told.run == append.run, pthread_equal(told.by, pthread_self()) == 0 {
                state.refusals[append.run]?.last = state.taken
            }
            return state.taken
        }
    }

    private func answer(to append: Append, _ number: Int) -> LogError? {
        if let refusal = state.withLock({ $0.refusals[append.run] }), number <= refusal.last { return refusal.error }
        do throws(LogError) {
            _ = try memory.append(append) { _ in }
            return nil
        } catch {
            if !forgetsRefusals {
                state.withLock {
                    $0.refusals[append.run] = Refusal(last: $0.taken, error: error)
                    $0.told = (append.run, pthread_self())
                }
            }
            return error
        }
    }

    private func reach() throws(LogError) {
        let isOutOfReach = state.withLock { state in
            state.questions += 1
            return state.questions % 5 == 0
        }
        if isOutOfReach { throw .unavailable(retryAfter: nil) }
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        try reach()
        return memory.records(of: run, from: first, limit: limit)
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        try reach()
        return memory.openRuns(after: run, limit: limit)
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try reach()
        return memory.runs(of: reference, after: run, limit: limit)
    }

    func close() async throws(LogError) {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in thread.enqueue { continuation.resume() } }
    }
}
