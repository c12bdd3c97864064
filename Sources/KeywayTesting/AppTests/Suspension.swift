import KeywayLog

/// One wait of a task, which other code ends: with a value, because the task was cancelled, or because its process
/// died.
///
/// A handler that waits by a suspension is known to wait, and a test that runs until idle does not wait for the
/// handler.
final class Suspension<Value: Sendable>: Sendable {
    private enum State {
        case notBegun
        case waiting(CheckedContinuation<Value, any Error>, HandlerCall?)
        /// The wait has ended: with its result if no task had begun to wait, so that one may come for it; nil where the
        /// waiting task has the result.
        case over(Result<Value, any Error>?)
    }

    private let state = Lock(State.notBegun)

    /// Whether the wait has ended, be it before any task waited.
    var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

    /// Ends the wait; the first end counts.
    ///
    /// - Returns: whether this was the first end.
    @discardableResult
    func end(_ result: Result<Value, any Error>) -> Bool {
        let (continuation, isFirst) = state.withLock { state -> (CheckedContinuation<Value, any Error>?, Bool) in
            switch state {
            case .over: return (nil, false)
            case .notBegun:
                state = .over(result)
                return (nil, true)
            case .waiting(let continuation, let call):
                state = .over(nil)
                // The handler counts as at work before its task goes on, else the test could take the run for idle.
                call?.process.calls.endWait(of: call?.place, in: call?.task)
                return (continuation, true)
            }
        }
        continuation?.resume(with: result)
        return isFirst
    }

    /// Waits for the end; one task does it, and once.
    ///
    /// - Parameter list: puts the wait on the list from which other code ends waits with a value. It is called only after
    ///   this function has seen to it that the process's death and the task's cancellation end the wait: a wait that has ended
    ///   takes no value.
    /// - Throws: `CancellationError` when the task is cancelled, or belongs to a process that has died; else the error, if any, with
    ///   which the wait was ended.
    func value(listing list: () -> Void = {}) async throws -> Value {
        let call = HandlerCall.current
        let isAlive = call?.process.add(self) { self.end(.failure(CancellationError())) } ?? true
        if !isAlive { end(.failure(CancellationError())) }
        defer { call?.process.forget(self) }
        return try await withTaskCancellationHandler {
            list()
            return try await withCheckedThrowingContinuation { continuation in
                let end = state.withLock { state -> Result<Value, any Error>? in
                    if case .over(let end) = state {
                        call?.process.calls.passWait(of: call?.place)
                        return end
                    }
                    state = .waiting(continuation, call)
                    call?.process.calls.beginWait(of: call?.place, in: call?.task)
                    return nil
                }
                if let end { return continuation.resume(with: end) }
                call?.process.wentOn()
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }
}
