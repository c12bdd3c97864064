import KeywayLog

/// Counts what goes on in a process of the tested app, so that a test can wait for more of it, or for silence.
final class Activity: Sendable {
    private struct State {
        var count = 0
        /// The waits for the next thing: each ends with true when something goes on, with false when its time is over.
        var waiting: [Suspension<Bool>] = []
    }

    private let state = Lock(State())

    /// How often something went on.
    var count: Int { state.withLock { $0.count } }

    /// Counts one thing more, and ends all waits: a decision was made, a handler returned or began to wait, or an order was given up before
    /// its handler was called.
    func note() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for suspension in waiting { suspension.end(.success(true)) }
    }

    /// Waits until the count is no longer the given one, and at most for `limit` by the real clock.
    ///
    /// - Returns: whether something has gone on.
    /// - Throws: `CancellationError` when the task is cancelled before.
    func goesOn(after count: Int, within limit: Duration) async throws -> Bool {
        let suspension = Suspension<Bool>()
        let hasGoneOn = state.withLock { state in
            if state.count == count { state.waiting.append(suspension) }
            return state.count != count
        }
        if hasGoneOn { return true }
        let timer = Task {
            try await Task.sleep(for: limit)
            suspension.end(.success(false))
        }
        defer { timer.cancel() }
        return try await suspension.value()
    }
}
