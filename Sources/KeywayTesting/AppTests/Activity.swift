import KeywayLog

/// Counts what goes on, and lets others wait for the next of it.
final class Activity: Sendable {
    private struct State {
        var count = 0
        /// Each is told whether something has gone on.
        var waiting: [Suspension<Bool>] = []
    }

    private let state = Lock(State())

    /// How often something went on.
    var count: Int { state.withLock { $0.count } }

    /// Something went on.
    func note() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for suspension in waiting { suspension.end(.success(true)) }
    }

    /// Returns when something has gone on since the count, or the real time is over.
    ///
    /// - Returns: whether something has gone on.
    /// - Throws: `CancellationError` when the task is cancelled before.
    func goesOn(after count: Int, within limit: Duration) async throws -> Bool {
        let suspension = Suspension<Bool>()
        let isPast = state.withLock { state in
            if state.count == count { state.waiting.append(suspension) }
            return state.count != count
        }
        if isPast { return true }
        let timer = Task {
            try await Task.sleep(for: limit)
            suspension.end(.success(false))
        }
        defer { timer.cancel() }
        return try await suspension.value()
    }
}
