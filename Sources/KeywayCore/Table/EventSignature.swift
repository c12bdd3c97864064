/// An event that a flow decides.
package struct EventSignature: Hashable, Sendable {
    /// Where an event comes from.
    package enum Origin: Hashable, Sendable {
        /// Asked by the app.
        case command
        /// Told by a provider.
        case callback
        /// Answers an effect.
        case reply
        /// The timer at this position fires.
        case timer(Int)
        /// A raw callback that no decoder row matches.
        case unrecognised
        /// The lane at this position is granted.
        case lane(Int)
        /// The sub-flow at this position reached one of its finals.
        case child(Int)
        /// The event at this position, of an earlier attempt or a closed order.
        case stale(of: Int)
        /// Another process goes on with the run; whatever the app showed before is gone.
        case restored
    }

    /// Such as `otpSent`, `after 30s`, `silent.failed` or `stale denied`; only unnamed timers may share a name.
    package var name: String
    /// The origin limits what the event can mean: only commands are rejected.
    package var origin: Origin
    /// In the order of the spec; `stale e` has the fields of the event `e`.
    package var fields: [Field]

    package init(name: String, origin: Origin, fields: [Field] = []) {
        self.name = name
        self.origin = origin
        self.fields = fields
    }
}
