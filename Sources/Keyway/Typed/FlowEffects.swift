/// Performs the effects of one flow; the generated protocol `Effects` of a flow says which there are.
public protocol FlowEffects<Performed>: Sendable {
    associatedtype Performed: Flow

    /// Performs an effect, and returns the event that answers it; nil for an effect without replies.
    nonisolated(nonsending) func perform(_ effect: Performed.Effect) async throws -> Performed.Event?
}

extension FlowEffects {
    /// Performs an order, and returns the reply as it comes to the run; nil for an effect without replies.
    ///
    /// While it is performed, `EffectOrder.current` is the order.
    /// - Throws: `UnfitValues` for an order of another flow or with a value that a log withheld, and what the handler throws.
    nonisolated(nonsending) public func perform(_ order: EffectOrder) async throws -> Event? {
        let effect = try Performed.Effect(position: order.effect, values: order.arguments)
        let reply = try await EffectOrder.$current.withValue(order) { try await perform(effect) }
        return reply.map { Event($0, answering: order.id) }
    }
}

extension EffectOrder {
    /// The order that is being performed by the handler that asks: its identity and attempt.
    @TaskLocal public static var current: EffectOrder?
}
