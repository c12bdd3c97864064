/// An order that a flow gives to the app.
package struct EffectSignature: Hashable, Sendable {
    /// How an effect answers: exactly once.
    package struct Replies: Hashable, Sendable {
        /// The events that it may answer with, by their positions.
        package var events: [Int]
        /// The position of the event that is the answer when the effect's handler throws, gives none within the limit, is not called, or
        /// ends with its process.
        package var otherwise: Int
        /// A value for each field of that event, in their order; nil is absent.
        package var otherwiseFields: [Value?]
        /// How long the flow waits for an answer, in milliseconds from the order on; 30 seconds where the spec says nothing.
        package var within: Int64

        package init(events: [Int], otherwise: Int, otherwiseFields: [Value?], within: Int64) {
            self.events = events
            self.otherwise = otherwise
            self.otherwiseFields = otherwiseFields
            self.within = within
        }

        /// The event that stands in for the answer to the order where none came.
        package func otherwise(answering order: EffectOrder.ID) -> Event {
            Event(otherwise, fields: otherwiseFields, answers: order)
        }
    }

    /// As the spec spells it; the method of a handler is called so.
    package var name: String
    /// Its arguments, in the order of the spec.
    package var fields: [Field]
    /// Whether each order of it is performed at most once, also over crashes.
    package var isOnce: Bool
    /// Whether it only shows something, as the spec's `volatile` says: a run that comes back does not repeat it, and no record tells that
    /// its handler has returned or failed, unless the flow waits for its answer.
    package var isVolatile: Bool
    /// Whether an order of it begins an attempt: from then on stamped callbacks of earlier attempts are stale.
    package var startsAttempt: Bool
    /// What stands behind `calls`, such as `OTPless.begin`; nil where nothing does: then the effect makes the call of its own name, if a
    /// model of a provider has one.
    package var calls: String?
    /// How the effect answers; nil for an effect without an answer: the flow does not wait for any order of it.
    package var replies: Replies?

    package init(
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
