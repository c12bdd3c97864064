import Keyway
import KeywayLog

/// Hands a run's orders to the handlers of its flow, in the flow's own types.
final class FlowEffectHandler<Handlers: FlowEffects>: EffectHandler {
    private let handlers: Handlers
    /// The effect without replies that was begun last.
    private let latest = Lock<Task<Void, Never>?>(nil)

    init(_ handlers: Handlers) {
        self.handlers = handlers
    }

    /// One after the other: what was ordered first has been begun when the next one is.
    func begin(_ order: EffectOrder, of run: RunID) {
        latest.withLock { latest in
            latest = Task { [handlers, before = latest] in
                await before?.value
                // A flow does not hear of it: the deadline of the state that waits for a callback ends the wait.
                _ = try? await handlers.perform(order)
            }
        }
    }

    /// Beside them: a question to the backend waits for no SDK.
    func answer(_ order: EffectOrder, of run: RunID) async throws -> EffectAnswer {
        guard let event = try await handlers.perform(order) else { throw NoAnswer() }
        return EffectAnswer(reply: event.position, fields: event.fields)
    }
}

/// A handler returned without an answer where the flow wants one.
struct NoAnswer: Error {}
