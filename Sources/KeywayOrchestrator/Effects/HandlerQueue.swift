import KeywayCore
import KeywayLog
import KeywayRuns

/// Begins the performances of a run in the order of its orders, and cancels those that nobody waits for any more; none waits for another's
/// end.
///
/// Each is a task of this actor, so that one runs up to where it first waits before the next begins. `add` and `begin` are two calls, so
/// that all orders of a decision are there before the first begins: a command from inside its handler comes after the others have begun.
/// That does not hold where a cancellation or the lease of the log is waited for between them, or where the queue is beginning earlier
/// orders just then.
actor HandlerQueue {
    /// The orders whose handlers are to be called, oldest first, and whether a task is calling them.
    private struct Waiting {
        var orders: [LegOrder] = []
        var isBeginning = false
    }

    private nonisolated let waiting = Lock(Waiting())
    private nonisolated let cancellations = Cancellations()

    /// Whether a performance is to be cancelled, or its `onCancel` has not returned.
    nonisolated var isCancelling: Bool { cancellations.areUnderWay }

    /// Puts an order behind those that were added before. It may begin from now on, and begins after the next call of `begin`.
    nonisolated func add(_ order: LegOrder) {
        waiting.withLock { $0.orders.append(order) }
    }

    /// Begins the performances of all orders that were added; it returns at once.
    nonisolated func begin(for run: any OrderPerformer) {
        let isIdle = waiting.withLock { waiting in
            if waiting.isBeginning || waiting.orders.isEmpty { return false }
            waiting.isBeginning = true
            return true
        }
        // Detached, so that handlers inherit no priority and no task-local values from whoever sent the command.
        if isIdle { Task.detached(priority: run.handlerPriority) { await self.beginAll(for: run) } }
    }

    /// Cancels the tasks of performances, in order, and before any begins that is added later; it returns at once.
    nonisolated func cancel(_ tasks: [Task<Void, Never>], of run: any OrderPerformer) {
        cancellations.add(tasks, of: run)
    }

    private func beginAll(for run: any OrderPerformer) async {
        while let order = next() {
            // A handler that is cancelled may stop its SDK: it must not stop what a later order has begun there.
            await cancellations.done()
            // `mayPerform` may wait until the process has the lease of the log again. It waits here, so that the performances
            // behind this one wait as well, and still begin in their order.
            guard await run.mayPerform(order) else { continue }
            // A task inherits the task-local values of the place that creates it. Set around the call of `perform`, they would
            // make that call leave this actor, and lose its place in the order.
            let task = CallbackRoute.$current.withValue(CallbackRoute(of: order, in: run)) {
                EffectOrder.$current.withValue(order.order) { Task { await self.perform(order, for: run) } }
            }
            if !run.note(task, performing: order) { cancel([task], of: run) }
        }
    }

    /// Takes out the oldest order; nil where none waits, and then no task is calling handlers any more.
    private func next() -> LegOrder? {
        waiting.withLock { waiting in
            if waiting.orders.isEmpty {
                waiting.isBeginning = false
                return nil
            }
            return waiting.orders.removeFirst()
        }
    }

    private func perform(_ order: LegOrder, for run: any OrderPerformer) async {
        await run.perform(order)
    }
}

/// A run whose orders a queue hands to handlers.
protocol OrderPerformer: CallbackReceiver {
    /// The priority of the tasks in which handlers perform effects.
    var handlerPriority: TaskPriority { get }

    /// Whether a handler is to be called for an order whose turn it is. Where this returns false, the run has given the order up itself.
    nonisolated(nonsending) func mayPerform(_ order: LegOrder) async -> Bool

    /// Asks the handler, and tells the flow what it answers.
    nonisolated(nonsending) func perform(_ order: LegOrder) async

    /// Keeps the task that performs an order, to be cancelled when nobody waits for its answer any more; returns false where that is so
    /// already.
    ///
    /// Where nobody ever waits for the answer, the task is not kept: cancelling it would undo the order itself.
    func note(_ task: Task<Void, Never>, performing order: LegOrder) -> Bool
}
