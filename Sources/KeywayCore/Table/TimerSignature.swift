/// A timer of a flow, named or of an `after` or `within` row.
package struct TimerSignature: Hashable, Sendable {
    /// `poll`, `after 30s` or `within 15m`.
    package var name: String
    /// The position of the event that the flow gets when the timer fires.
    package var event: Int

    package init(name: String, event: Int) {
        self.name = name
        self.event = event
    }
}
