import KeywayCore
import KeywayOrchestrator

/// A call of a handler in the test of an app: where it is noted, and which process made it.
struct HandlerCall: Sendable {
    let process: TestProcess
    /// The call's index among all calls of the test; nil where the call is over, by its process's death perhaps, and a task
    /// of it is still at work.
    let place: Int?
    /// The task of the handler that is at work here: the one in which it was called, or one that it made.
    let task: Int?

    /// The call of the handler in which the current task runs; nil outside of handlers.
    static var current: HandlerCall? {
        guard let order = EffectOrder.current, let process = CallbackRoute.current?.watcher as? TestProcess else {
            return nil
        }
        return HandlerCall(
            process: process, place: process.calls.place(of: order.id, in: process.number), task: currentTask)
    }

    /// Whether both are tasks of one call that is not over.
    func isSame(as other: HandlerCall?) -> Bool {
        guard let other, let place else { return false }
        return process === other.process && place == other.place
    }

    /// By what the current task is told from others that are at work; nil outside of tasks.
    static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
