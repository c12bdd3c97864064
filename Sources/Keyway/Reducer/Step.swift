/// What an event meant, and what it ordered.
public struct Step: Equatable, Sendable {
    public var disposition: Disposition
    /// The row that decided, by its position in the table; nil where none was asked.
    public var row: Int?
    /// The stamp that the event turned out to have.
    public var stamp: Stamp
    /// The choices that the step went through, in order.
    public var choices: [Int]
    /// In the order in which they are to be performed.
    public var orders: [EffectOrder]
    /// Whether the step did anything to the run.
    public var changesRun: Bool

    public init(
        disposition: Disposition, row: Int?, stamp: Stamp, choices: [Int] = [], orders: [EffectOrder] = [],
        changesRun: Bool
    ) {
        self.disposition = disposition
        self.row = row
        self.stamp = stamp
        self.choices = choices
        self.orders = orders
        self.changesRun = changesRun
    }
}

/// An effect to be performed, with the values of its step.
public struct EffectOrder: Hashable, Sendable {
    /// The idempotency key, with the run.
    public var id: OrderID
    /// The effect's position in the table.
    public var effect: Int
    public var arguments: [Value?]
    /// The attempt that it belongs to.
    public var attempt: Int

    public init(id: OrderID, effect: Int, arguments: [Value?], attempt: Int) {
        self.id = id
        self.effect = effect
        self.arguments = arguments
        self.attempt = attempt
    }
}
