/// What an event meant, and what it ordered.
///
/// A step can be handed to the reducer again. It keeps the memory of its arrays, so that many steps in a row allocate
/// none.
public struct Step: Equatable, Sendable {
    /// What the event meant.
    public var disposition: Disposition
    /// The row that decided, by its position in the table; nil where none did, as in a final.
    package var row: Int?
    /// The stamp with which the event was decided; whether a reply is stale is known only here, from the run's open orders.
    public var stamp: Stamp
    /// The choices that the step went through, in order, by their positions in the table.
    package var choices: [Int] = []
    /// The effects that the step ordered, in the order in which they are to be performed.
    package internal(set) var effects: [OrderedEffect] = []
    /// What the step did with sub-flows and lanes, in order.
    package var scopeChanges: [ScopeChange] = []
    /// Whether the row that decided moved the run, or has a body and let the run stay.
    ///
    /// What an event ends in any case does not count here: its own timer, the order that it answers, a sub-flow, the wait for a lane.
    public var changesRun: Bool
    /// The arguments of all effects, one after the other.
    var arguments: [Value?] = []
    /// The branches that the choices took, by their positions in the table: the reducer's, and empty when the step is done.
    var followed: [Int] = []

    package init(
        disposition: Disposition, row: Int?, stamp: Stamp, choices: [Int] = [], orders: [EffectOrder] = [],
        scopeChanges: [ScopeChange] = [], changesRun: Bool
    ) {
        self.disposition = disposition
        self.row = row
        self.stamp = stamp
        self.choices = choices
        self.scopeChanges = scopeChanges
        self.changesRun = changesRun
        for order in orders {
            arguments += order.arguments
            effects.append(
                OrderedEffect(
                    id: order.id, effect: order.effect, attempt: order.attempt, argumentsEnd: arguments.count))
        }
    }

    /// An empty step for the reducer to fill.
    package init() {
        self.init(disposition: .ignored, row: nil, stamp: .unknown, changesRun: false)
    }

    /// Whether the event moved the run, or the run stayed where it was by a row with a body.
    ///
    /// Only then does the event count where a requirement of the spec says `on event`. A command that is answered as accepted
    /// is not always acted on: the answer says only that the command was not rejected.
    public var isActedOn: Bool { disposition == .taken || disposition == .stayed && changesRun }

    /// The effects that it ordered, with their arguments.
    public var orders: [EffectOrder] { effects.indices.map { order(at: $0) } }

    /// The effect at this place among those that it ordered, with its arguments.
    package func order(at place: Int) -> EffectOrder {
        let ordered = effects[place]
        let start = place == 0 ? 0 : effects[place - 1].argumentsEnd
        // One value at a time: copying a whole range goes through the type metadata of `Value`, which takes longer.
        let arguments = (start..<ordered.argumentsEnd).map { position -> Value? in self.arguments[position] }
        return EffectOrder(id: ordered.id, effect: ordered.effect, arguments: arguments, attempt: ordered.attempt)
    }
}

/// An effect as a step orders it, without its arguments.
package struct OrderedEffect: Hashable, Sendable {
    /// Which order of the run this is.
    package let id: EffectOrder.ID
    /// The effect's position in the table.
    package let effect: Int
    /// The attempt that the order belongs to: how many the leg has started by then, one that this order's own effect starts included.
    package let attempt: Int
    /// Where its arguments end among those of its step.
    let argumentsEnd: Int
}
