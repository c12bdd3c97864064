/// One event as it comes to a run.
package struct Event: Equatable, Sendable {
    /// The event's position in the flow's table.
    package var position: Int
    /// In the order of the event's fields; nil is absent.
    package var fields: [Value?]
    /// What is known of a callback's attempt; for any other event the reducer finds the stamp by itself.
    package var stamp: Stamp
    /// The order that a reply answers; nil for any other event.
    package var answers: EffectOrder.ID?

    @inlinable
    package init(_ position: Int, fields: [Value?] = [], stamp: Stamp = .unknown, answers: EffectOrder.ID? = nil) {
        self.position = position
        self.fields = fields
        self.stamp = stamp
        self.answers = answers
    }
}
