package import KeywayCore

/// An order with the leg that gave it, for the code that performs the order.
package struct LegOrder: Sendable {
    /// The leg's position in the run.
    package let leg: Int
    /// The flow of that leg.
    package let flow: RunningFlow
    package let order: EffectOrder
    package let key: EffectOrder.Key

    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    package var legName: String? { flow.legName }
    /// The effect as the leg's flow declares it.
    package var effect: EffectSignature { flow.table.effects[order.effect] }
    /// Whether the effect has replies, so that the flow waits for one.
    package var expectsReply: Bool { flow.table.effects[order.effect].replies != nil }
}
