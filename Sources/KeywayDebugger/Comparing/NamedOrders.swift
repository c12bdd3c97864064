import KeywayCore

/// The orders of a run by names that another flow has too, so that the same order is found in a run by that flow.
struct NamedOrders {
    /// What the same order has in both runs.
    struct Name: Hashable {
        /// The names of the sub-flows to the leg; nil for the run itself.
        var leg: String?
        var effect: String
        /// How many orders of the effect came before, from legs of this name.
        var number: Int
    }

    /// An order with the leg and the effect that it is of, by their positions.
    struct Order {
        var id: EffectOrder.ID
        var leg: Int
        var effect: Int
        /// When it was given.
        var at: Instant
    }

    /// The name of each order of this run.
    private var names: [EffectOrder.ID: Name] = [:]
    /// The order of each name.
    private var orders: [Name: Order] = [:]
    /// How many orders there are of each effect, by its name with the number 0.
    private var counts: [Name: Int] = [:]

    /// Notes what a leg of the tree ordered at this instant; returns the orders, each with its name.
    @discardableResult
    mutating func note(
        _ orders: [EffectOrder], by leg: Int, in tree: LegTree, at now: Instant
    ) -> [(name: Name, order: Order)] {
        orders.map { order in
            let flow = tree.legs[leg].flow
            var name = Name(leg: flow.legName, effect: flow.table.effects[order.effect].name, number: 0)
            let count = counts[name, default: 0]
            counts[name] = count + 1
            name.number = count
            names[order.id] = name
            let named = Order(id: order.id, leg: leg, effect: order.effect, at: now)
            self.orders[name] = named
            return (name, named)
        }
    }

    /// The order of this run with this identity; nil where none was given.
    func order(of id: EffectOrder.ID) -> Order? { names[id].flatMap { orders[$0] } }

    /// The order here that is the other run's order of this identity; nil where that was not given here.
    func order(like id: EffectOrder.ID, of others: NamedOrders) -> Order? {
        others.names[id].flatMap { orders[$0] }
    }
}
