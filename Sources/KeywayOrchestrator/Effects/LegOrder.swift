import Keyway

/// An order with the leg that gave it.
struct LegOrder: Sendable {
    /// The names of the sub-flows from the root to the leg; nil for the root.
    let leg: String?
    let order: EffectOrder
    /// The effect as the leg's flow declares it.
    let effect: EffectSignature

    init(_ order: EffectOrder, of leg: Leg) {
        self.leg = leg.name
        self.order = order
        effect = leg.table.effects[order.effect]
    }

    var id: OrderID { order.id }
    var isAnswered: Bool { effect.replies != nil }
}
