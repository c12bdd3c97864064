/// What an event meant, and what it ordered.
///
/// A step that is handed to the reducer again keeps its room: many steps in a row then take no memory.
public struct Step: Equatable, Sendable {
    public var disposition: Disposition
    /// The row that decided, by its position in the table; nil where none was asked.
    package var row: Int?
    /// The stamp that the event turned out to have.
    public var stamp: Stamp
    /// The choices that the step went through, in order.
    package var choices: [Int] = []
    /// The effects that it ordered, in the order in which they are to be performed.
    package internal(set) var effects: [OrderedEffect] = []
    /// What it did with sub-flows and lanes, in order.
    package var scopeChanges: [ScopeChange] = []
    /// Whether the step did anything to the run.
    public var changesRun: Bool
    /// The arguments of all effects, one after the other.
    var arguments: [Value?] = []
    /// The branches of the choices, by their positions; empty again when the step is done.
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

    /// A step in which nothing has happened yet, for the reducer to tell one in.
    package init() {
        self.init(disposition: .ignored, row: nil, stamp: .unknown, changesRun: false)
    }

    /// Whether the flow made something of the event: it moved the run, or stayed with something to do.
    ///
    /// So a requirement's word is met by what was accepted, and not by a bare `stay`.
    public var isAccepted: Bool { disposition == .taken || disposition == .stayed && changesRun }

    /// The effects with the values of the step.
    public var orders: [EffectOrder] {
        effects.indices.map { place in
            let ordered = effects[place]
            let start = place == 0 ? 0 : effects[place - 1].argumentsEnd
            // Value by value: a whole range is copied by way of the values' metadata, which takes longer.
            let arguments = (start..<ordered.argumentsEnd).map { place -> Value? in self.arguments[place] }
            return EffectOrder(
                id: ordered.id, effect: ordered.effect, arguments: arguments, attempt: ordered.attempt)
        }
    }
}

/// An effect as a step orders it, without its arguments.
package struct OrderedEffect: Hashable, Sendable {
    /// The idempotency key, with the run.
    package let id: EffectOrder.ID
    /// The effect's position in the table.
    package let effect: Int
    /// The attempt that it belongs to.
    package let attempt: Int
    /// Where its arguments end among those of its step.
    let argumentsEnd: Int
}
