/// Performs the effects of one flow; the generated protocol `Effects` of a flow has a method for each.
public protocol FlowEffects<Performed>: Sendable {
    /// The flow whose effects are performed.
    associatedtype Performed: Flow

    /// Performs an effect, and returns the event that answers it; nil for an effect without replies.
    ///
    /// - Parameter effect: what a run has ordered, with its arguments.
    /// - Throws: what the handler throws. An effect with replies is then answered by its `otherwise`, as the flow declares it.
    nonisolated(nonsending) func perform(_ effect: Performed.Effect) async throws -> Performed.Event?

    /// Performs an order of a leg, and returns the reply as it comes to that leg; nil for an effect without replies.
    ///
    /// The generated `Effects` of a flow with sub-flows hands an order of a sub-flow on to that sub-flow's handlers.
    ///
    /// - Parameters:
    ///   - order: an order of the leg's flow.
    ///   - leg: the names of the sub-flows from this flow to the leg; empty for this flow's own orders.
    /// - Throws: `EffectOrder.UnknownLeg` for a sub-flow that the flow does not have; and what the handler throws.
    nonisolated(nonsending) func perform(
        _ order: EffectOrder, in leg: ArraySlice<String>
    ) async throws -> EffectOrder.Reply?
}

extension FlowEffects {
    /// Performs an order of this flow, for a flow without sub-flows.
    ///
    /// - Parameters:
    ///   - order: an order of this flow.
    ///   - leg: empty, since the flow has no sub-flows.
    /// - Throws: `EffectOrder.UnknownLeg` where `leg` names a sub-flow; and what `perform(_:)` throws.
    nonisolated(nonsending) public func perform(
        _ order: EffectOrder, in leg: ArraySlice<String>
    ) async throws -> EffectOrder.Reply? {
        if let unknown = leg.first { throw EffectOrder.UnknownLeg(name: unknown) }
        return try await perform(order)
    }

    /// Performs an order, and returns the reply as it comes to the run; nil for an effect without replies.
    ///
    /// - Parameter order: an order of this flow. An orchestrator performs no order of which a restart has lost a
    ///   value.
    /// - Throws: `Value.Mismatch` for an order of another flow, or with a value that is gone; and what the handler
    ///   throws.
    nonisolated(nonsending) public func perform(_ order: EffectOrder) async throws -> EffectOrder.Reply? {
        let effect = try Performed.Effect(position: order.effect, values: order.arguments)
        return try await perform(effect).map { EffectOrder.Reply(Event($0, answering: order.id)) }
    }
}

extension EffectOrder {
    /// The order of a live run that the calling handler performs; nil outside of a handler.
    @TaskLocal public static var current: EffectOrder?
}

extension EffectOrder {
    /// An order came for a sub-flow that the flow does not have.
    public struct UnknownLeg: Error, Equatable, Sendable {
        /// The name of the sub-flow, as the order's leg has it.
        public var name: String

        public init(name: String) {
            self.name = name
        }
    }
}
