/// An effect to be performed, with the values of its step.
public struct EffectOrder: Hashable, Sendable {
    /// The idempotency key, with the run.
    public var id: ID
    /// The effect's position in the table.
    public var effect: Int
    public var arguments: [Value?]
    /// The attempt that it belongs to.
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
