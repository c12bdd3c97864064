import KeywayLog

/// What handlers' ends bring about while the log has no room for their records.
///
/// Nobody waits for such a record, while a run whose records find no room is stopped. So the end of a handler waits, and one is
/// recorded after the other, each with the room that the one before it left.
final class Backlog: Sendable {
    private struct State {
        /// In the order in which they came.
        var waiting: [@Sendable () -> Void] = []
        /// Whether a task does what waits.
        var isAtWork = false
    }

    private let state = Lock(State())

    /// Does the work before it returns where the log has room and nothing waits; else once there is room.
    ///
    /// It may not be called under the lock of a run.
    func add(for orchestrator: Orchestrator, _ work: @escaping @Sendable () -> Void) {
        let hasRoom = orchestrator.hasRoom
        let (isNow, isFirst) = state.withLock { state in
            if hasRoom, !state.isAtWork { return (true, false) }
            state.waiting.append(work)
            defer { state.isAtWork = true }
            return (false, !state.isAtWork)
        }
        if isNow { work() }
        if isFirst { Task.detached { await self.workOff(for: orchestrator) } }
    }

    private func workOff(for orchestrator: Orchestrator) async {
        while let waiting = next() {
            for work in waiting {
                await orchestrator.waitForRoom()
                work()
            }
        }
    }

    private func next() -> [@Sendable () -> Void]? {
        state.withLock { state in
            var waiting: [@Sendable () -> Void] = []
            swap(&waiting, &state.waiting)
            state.isAtWork = !waiting.isEmpty
            return waiting.isEmpty ? nil : waiting
        }
    }
}
