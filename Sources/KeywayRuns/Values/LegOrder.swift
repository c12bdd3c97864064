package import KeywayCore

/// An order with the leg that gave it, as whoever performs it needs it.
package struct LegOrder: Sendable {
    /// By its position among the legs of the run.
    package let leg: Int
    /// The flow of that leg.
    package let flow: RunningFlow
    package let order: EffectOrder
    package let key: EffectOrder.Key

    /// The names of the sub-flows from the root to the leg; nil for the root.
    package var legName: String? { flow.legName }
    /// The effect as the leg's flow declares it.
    package var effect: EffectSignature { flow.table.effects[order.effect] }
    /// Whether the flow waits for an answer.
    package var isAnswered: Bool { flow.table.effects[order.effect].replies != nil }
}
