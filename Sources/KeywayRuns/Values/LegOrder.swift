package import KeywayCore

/// An order with the leg that gave it, for the code that performs the order.
package struct LegOrder: Sendable {
    /// The leg's position in the run.
    package let leg: Int
    /// The flow of that leg.
    package let flow: RunningFlow
    package let order: EffectOrder
    package let key: EffectOrder.Key
    /// Whether the flow waits for the order's answer once the step that ordered it is done.
    ///
    /// If not, the flow never closes the order: its effect has no replies, or was ordered on the way to a final, or twice in one step.
    package let isAwaited: Bool

    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    package var legName: String? { flow.legName }
    /// The effect as the leg's flow declares it.
    package var effect: EffectSignature { flow.table.effects[order.effect] }
    /// Whether the effect has replies, so that the flow waits for one.
    package var expectsReply: Bool { flow.table.effects[order.effect].replies != nil }
}
