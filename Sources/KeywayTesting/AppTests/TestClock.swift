public import KeywayCore
import KeywayLog
public import KeywayOrchestrator

/// A clock that stands still until a test moves it; a sleeping task wakes when the clock reaches its instant.
public final class TestClock: Orchestrator.TimeSource {
    private struct Sleeper {
        var instant: Instant
        var suspension: Suspension<Void>
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
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.instant <= state.now }
            state.sleepers.removeAll { $0.instant <= state.now }
            return due
        }
        for sleeper in due.sorted(by: { $0.instant < $1.instant }) { sleeper.suspension.end(.success(())) }
    }

    /// Returns when the clock was moved to the instant, or beyond.
    ///
    /// - Parameter instant: by this clock; one that has come returns at once.
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until instant: Instant) async throws {
        let suspension = Suspension<Void>()
        let isDue = state.withLock { state in
            state.sleepers.removeAll(where: \.suspension.isOver)
            if instant > state.now { state.sleepers.append(Sleeper(instant: instant, suspension: suspension)) }
            return instant <= state.now
        }
        if !isDue { try await suspension.value() }
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
}
