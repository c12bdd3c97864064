/// An order of a run to perform an effect, with the arguments as they were in the step that gave the order.
public struct EffectOrder: Hashable, Sendable {
    /// Which order of the run this is.
    public var id: ID
    /// The effect's position in the table.
    public var effect: Int
    /// In the order of the effect's fields; nil is absent, `withheld` is a value that a log left out.
    public var arguments: [Value?]
    /// The attempt that the order belongs to: how many the leg has started by then, one that this order's own effect starts included.
    public var attempt: Int

    package init(id: ID, effect: Int, arguments: [Value?], attempt: Int) {
        self.id = id
        self.effect = effect
        self.arguments = arguments
        self.attempt = attempt
    }
}

extension EffectOrder {
    /// The answer to an order, as it comes to the run that gave the order.
    public struct Reply: Equatable, Sendable {
        package let event: Event

        package init(_ event: Event) {
            self.event = event
        }
    }
}
