import KeywayLog

/// The ends of handlers that are not recorded yet because the log is overloaded.
///
/// A run whose records find no room is stopped. Where no flow waits for an order's answer, no flow waits for the record that the order
/// has ended: so these records wait until there is room, and are written one after the other.
final class Backlog: Sendable {
    private struct State {
        /// The closures that write the records, in the order in which they came.
        var waiting: [@Sendable () -> Void] = []
        /// Whether a task is working off the queue.
        var isAtWork = false
    }

    private let state = Lock(State())

    /// Does the work at once where the log has room and nothing waits, else queues it until there is room.
    ///
    /// The caller may not hold the lock of a run.
    func add(for orchestrator: Orchestrator, _ work: @escaping @Sendable () -> Void) {
        let hasRoom = orchestrator.hasRoom
        let (isNow, beginsTask) = state.withLock { state in
            if hasRoom, !state.isAtWork { return (true, false) }
            state.waiting.append(work)
            defer { state.isAtWork = true }
            return (false, !state.isAtWork)
        }
        if isNow { work() }
        if beginsTask { Task.detached { await self.workOff(for: orchestrator) } }
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
