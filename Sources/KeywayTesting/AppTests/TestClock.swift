public import KeywayCore
import KeywayLog
public import KeywayOrchestrator

/// A clock that stands still until a test moves it; a sleeping task wakes when the clock reaches its instant.
public final class TestClock: Orchestrator.TimeSource {
    private struct Sleeper {
        var instant: Instant
        var suspension: Suspension<Void>
        /// The handler that sleeps, with one of its tasks; nil for anybody else.
        var handler: HandlerCall?
        /// The process for whose deadlines the orchestrator sleeps here; nil for any other sleeper.
        var process: TestProcess?

        /// By what due sleepers are ordered: their instant, then the order in which their handlers were called. The order in which they
        /// went to sleep does not count, as it differs from one test run to the next.
        var turn: (Int64, Int) { (instant.milliseconds, handler?.place ?? .max) }
    }

    private struct State {
        var now: Instant
        var sleepers: [Sleeper] = []
    }

    private let state: Lock<State>

    /// - Parameter start: in milliseconds since the beginning of 1970; where none is given, that beginning.
    public init(at start: Instant = Instant(milliseconds: 0)) {
        state = Lock(State(now: start))
    }

    /// The present, which only a test moves.
    public var now: Instant { state.withLock { $0.now } }

    /// Moves the clock in one leap, and wakes those whose instant has come, the earliest first; it waits for none of them.
    ///
    /// ``TestRun/advance(by:)`` stops at each instant that somebody waits for.
    /// - Parameter duration: in whole milliseconds; what is finer is cut off.
    public func advance(by duration: Duration) {
        pass(duration)
        wake { _ in true }
    }

    /// Returns when the clock was moved to the instant, or beyond.
    ///
    /// - Parameter instant: by this clock; one that has come returns at once.
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until instant: Instant) async throws {
        try await sleep(until: instant, keepingDeadlinesOf: nil)
    }

    /// Sleeps for somebody, or for the deadlines of a process.
    func sleep(until instant: Instant, keepingDeadlinesOf process: TestProcess?) async throws {
        let suspension = Suspension<Void>()
        let sleeper = Sleeper(
            instant: instant, suspension: suspension, handler: HandlerCall.current, process: process)
        let isDue = state.withLock { state in
            state.sleepers.removeAll(where: \.suspension.isOver)
            if instant > state.now { state.sleepers.append(sleeper) }
            return instant <= state.now
        }
        if isDue { return }
        // The test waits until this task sleeps.
        process?.wentOn()
        try await suspension.value()
    }

    /// Moves the clock and wakes nobody, as if every thread were late.
    package func pass(_ duration: Duration) {
        guard case .duration(let milliseconds) = duration.flowValue, milliseconds > 0 else { return }
        state.withLock { $0.now = $0.now.advanced(byMilliseconds: milliseconds) }
    }

    /// The earliest instant that somebody sleeps until; nil where nobody sleeps.
    var nextWakeUp: Instant? {
        state.withLock { state in state.sleepers.filter { !$0.suspension.isOver }.map(\.instant).min() }
    }

    // MARK: - One after the other

    /// Wakes the one who is next among those whose instant has come, but for those who keep the deadlines of a process: the earliest, of
    /// several the handler that was called first, then others. A handler wakes with all of its tasks that are due.
    ///
    /// - Returns: whether there was one.
    func wakeNext() -> Bool {
        let next = state.withLock { state in
            state.sleepers
                .filter { $0.process == nil && $0.instant <= state.now && !$0.suspension.isOver }
                .min { $0.turn < $1.turn }
        }
        guard let next else { return false }
        wake { $0.suspension === next.suspension || $0.handler.map { $0.isSame(as: next.handler) } ?? false }
        return true
    }

    /// Whether the orchestrator of the process sleeps here until this instant or an earlier one: then it knows of the deadline that is due
    /// at the instant.
    func keepsDeadlines(of process: TestProcess, by instant: Instant) -> Bool {
        state.withLock { state in
            state.sleepers.contains { $0.process === process && $0.instant <= instant && !$0.suspension.isOver }
        }
    }

    /// Wakes those of the sleepers whose instant has come, the earliest first.
    private func wake(where isMeant: (Sleeper) -> Bool) {
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.instant <= state.now && isMeant($0) }
            state.sleepers.removeAll { $0.instant <= state.now && isMeant($0) }
            return due
        }
        for sleeper in due.sorted(by: { $0.instant < $1.instant }) { sleeper.suspension.end(.success(())) }
    }
}
