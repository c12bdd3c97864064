package import KeywayCore

/// Hands a run's orders to the handlers of its flow, in the flow's own types.
package final class FlowEffectHandler<Handlers: FlowEffects>: EffectHandler {
    private let handlers: Handlers

    package init(handlers: Handlers) {
        self.handlers = handlers
    }

    package nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        let subFlows = leg.map { $0.split(separator: ".").map(String.init) } ?? []
        return try await handlers.perform(order, in: subFlows[...]).map {
            EffectAnswer(reply: $0.event.position, fields: $0.event.fields)
        }
    }
}
