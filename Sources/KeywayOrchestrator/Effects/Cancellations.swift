import KeywayLog

/// Cancels tasks of a run's handlers, one after the other, in the order in which they were added. A task is added as soon as nobody waits
/// for its handler's answer any more.
///
/// Cancelling runs code of the app: `onCancel` of a handler is called by whoever cancels, and may take long. So neither the courier (the
/// one thread that carries out what follows from records) nor the one thread of all nodes does it, but a task: one for all cancellations
/// of the run that come until it is done.
final class Cancellations: Sendable {
    private struct State {
        /// The tasks that are to be cancelled, the oldest first.
        var unwanted: [Task<Void, Never>] = []
        /// Cancels them; nil where all are cancelled.
        var canceller: Task<Void, Never>?
    }

    private let state = Lock(State())

    /// Whether a task is to be cancelled, or its `onCancel` has not returned.
    var areUnderWay: Bool { state.withLock { $0.canceller != nil } }

    /// Returns when all that were added before this call are cancelled, and their `onCancel` has returned.
    nonisolated(nonsending) func done() async {
        await state.withLock { $0.canceller }?.value
    }

    /// Cancels the tasks behind those that were added before; it returns at once.
    func add(_ tasks: [Task<Void, Never>], of run: any OrderPerformer) {
        if tasks.isEmpty { return }
        state.withLock { state in
            state.unwanted += tasks
            if state.canceller != nil { return }
            // Detached, so that the app's code inherits no task-local values from whoever closed the order.
            state.canceller = Task.detached(priority: run.handlerPriority) {
                while let task = self.next() { task.cancel() }
                // A test that waits for the run to rest looks again.
                run.watcher?.wentOn()
            }
        }
    }

    /// Takes out the oldest task; nil where none is left, and then nothing is under way any more.
    private func next() -> Task<Void, Never>? {
        state.withLock { state in
            if state.unwanted.isEmpty {
                state.canceller = nil
                return nil
            }
            return state.unwanted.removeFirst()
        }
    }
}
