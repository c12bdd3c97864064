/// A state or final of a flow.
public struct StateSignature: Hashable, Sendable {
    /// As the spec spells it; no other state, group, choice or final has it.
    public var name: String
    /// Whether a run ends here; nothing is decided in a final, so its cells are nil.
    public var isFinal: Bool
    /// Timers that stay due while the run is in this state.
    public var holds: [Int]

    public init(name: String, isFinal: Bool, holds: [Int] = []) {
        self.name = name
        self.isFinal = isFinal
        self.holds = holds
    }
}

/// An event that a flow decides.
public struct EventSignature: Hashable, Sendable {
    /// Where an event comes from.
    public enum Origin: Hashable, Sendable {
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
        /// The event at this position, of an earlier attempt or order.
        case stale(of: Int)
        /// Another process goes on with the run; whatever the app showed before is gone.
        case restored
    }

    /// `otpSent`, `after 30s`, `silent.failed`, `stale denied`; only unnamed timers may share one.
    public var name: String
    /// It limits what the event can mean: only commands are rejected.
    public var origin: Origin
    /// In the order of the spec; those of a stale event are those of the event that it is of.
    public var fields: [Field]

    public init(name: String, origin: Origin, fields: [Field] = []) {
        self.name = name
        self.origin = origin
        self.fields = fields
    }
}

/// An order that a flow gives to the app.
public struct EffectSignature: Hashable, Sendable {
    /// How an effect answers: exactly once.
    public struct Replies: Hashable, Sendable {
        /// The events that it may answer with.
        public var events: [Int]
        /// The answer when it throws, hangs or is interrupted.
        public var otherwise: Int
        /// A value for each field of that event, in their order; nil is absent.
        public var otherwiseFields: [Value?]
        /// In milliseconds from the order on; 30 seconds where the spec says nothing.
        public var within: Int64

        public init(events: [Int], otherwise: Int, otherwiseFields: [Value?], within: Int64) {
            self.events = events
            self.otherwise = otherwise
            self.otherwiseFields = otherwiseFields
            self.within = within
        }
    }

    /// As the spec spells it; the method of a handler is called so.
    public var name: String
    /// Its arguments, in the order of the spec.
    public var fields: [Field]
    /// At most once, also over crashes.
    public var isOnce: Bool
    /// Presentation only: no record of it, never repeated.
    public var isVolatile: Bool
    /// Whether an order of it begins an attempt: stamped callbacks of those before are stale then.
    public var startsAttempt: Bool
    /// The provider's call that it makes, `OTPless.begin`.
    public var calls: String?
    /// Nil for one that does not answer: it is never open.
    public var replies: Replies?

    public init(
        name: String, fields: [Field], isOnce: Bool, isVolatile: Bool, startsAttempt: Bool, calls: String?,
        replies: Replies?
    ) {
        self.name = name
        self.fields = fields
        self.isOnce = isOnce
        self.isVolatile = isVolatile
        self.startsAttempt = startsAttempt
        self.calls = calls
        self.replies = replies
    }
}

/// A wait of a flow.
public struct TimerSignature: Hashable, Sendable {
    /// `poll`, `after 30s` or `within 15m`.
    public var name: String
    /// The event that tells its end.
    public var event: Int

    public init(name: String, event: Int) {
        self.name = name
        self.event = event
    }
}
