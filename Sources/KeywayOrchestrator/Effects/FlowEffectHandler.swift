import KeywayCore

/// Hands a run's orders to the handlers of its flow, in the flow's own types.
final class FlowEffectHandler<Handlers: FlowEffects>: EffectHandler {
    private let handlers: Handlers

    init(handlers: Handlers) {
        self.handlers = handlers
    }

    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        let way = leg.map { $0.split(separator: ".").map(String.init) } ?? []
        return try await handlers.perform(order, in: way[...]).map {
            EffectAnswer(reply: $0.position, fields: $0.fields)
        }
    }
}
