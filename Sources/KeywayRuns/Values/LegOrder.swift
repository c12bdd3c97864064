package import KeywayCore

/// An order with the leg that gave it, for the code that performs the order.
package struct LegOrder: Sendable {
    /// The leg's position in the run.
    package let leg: Int
    /// The flow of that leg.
    package let flow: RunningFlow
    package let order: EffectOrder
    package let key: EffectOrder.Key
    /// Whether the flow waits for the answer to this order once the step that ordered it is done.
    ///
    /// It does not where the effect has no replies, was ordered on the way to a final, or was ordered again by the same step. Such an order
    /// cannot be closed by the flow: it is performed, and is done when its handler has returned.
    package let isAwaited: Bool

    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    package var legName: String? { flow.legName }
    /// The effect as the leg's flow declares it.
    package var effect: EffectSignature { flow.table.effects[order.effect] }
    /// Whether the effect is declared with replies, so that its handler gives one; `isAwaited` says whether the flow waits for it.
    package var expectsReply: Bool { flow.table.effects[order.effect].replies != nil }
}
