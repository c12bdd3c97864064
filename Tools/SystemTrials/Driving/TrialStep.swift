package import KeywayCore

/// One thing that is done to a driven system. A run is a list of steps; any of them can be left out and the rest done again.
///
/// A step that cannot be done where the run is by then does nothing.
package struct TrialStep: Hashable, Sendable {
    /// Names an order so that it is found again in another run: by its leg, its effect, and how many orders of that effect came before.
    package struct Order: Hashable, Sendable {
        /// The leg's name; nil for the root.
        package var leg: String?
        /// The effect's position in the leg's flow.
        package var effect: Int
        /// How many orders of the effect came before in the leg, among those whose handlers began.
        package var number: Int
    }

    /// Of which attempt a callback says that it is; `none`: it says nothing.
    package enum Stamp: Hashable, Sendable {
        case none, current, stale
    }

    /// How far the clock goes on.
    package enum Wait: Hashable, Sendable {
        /// By this many milliseconds.
        case milliseconds(Int64)
        /// Until what is due next, plus this many milliseconds, which may be negative.
        case nextDue(Int64)
    }

    /// What is done. `provider` is a position among the system's models, `row` and `word` are positions in that model. `event` is a
    /// position among the events of the leg's flow, and `fields` are the event's values.
    package enum Content: Hashable, Sendable {
        /// The person asks the command `event` of the leg of this name, nil for the root.
        case command(leg: String?, event: Int, fields: [Value?])
        /// A handler answers an order, which may be open or closed.
        case reply(Order, event: Int, fields: [Value?])
        /// A handler throws, or returns without an answer.
        case failure(Order)
        /// The handler of an effect without replies returns.
        case finish(Order)
        /// A row of a provider's model happens: it speaks words, or falls silent.
        case turn(provider: Int, row: Int)
        /// A row of a provider's model answers an order.
        case answer(provider: Int, row: Int, Order, event: Int, fields: [Value?])
        /// The word at a place in the provider's channel is told to the run; `isKept`: it stays there too, to be told again.
        case tell(provider: Int, place: Int, isKept: Bool)
        /// The word at a place in the provider's channel is lost.
        case lose(provider: Int, place: Int)
        /// A callback that no model says.
        case foreign(RawValue, Stamp)
        /// Whoever begins the run chooses a parameter's value; `parameter` is its position among the root's variables. Done only
        /// before the run begins.
        case chosen(parameter: Int, Value)
        /// A source retained this word of an earlier run. Done only before the run begins.
        case left(provider: Int, word: Int)
        /// The first request for a lane that can be granted is granted.
        case grant
        /// Time passes; `isAsleep`: the app sleeps, and no timer fires before the next step.
        case wait(Wait, isAsleep: Bool)
        /// The app dies after it has begun `performed` of the effects that were ordered, and runs again `milliseconds` later.
        /// `withValues`: the run then has its personal and secret values again, from an encrypted log.
        case death(performed: Int, milliseconds: Int64, withValues: Bool)
    }

    /// Whether the step is done only before the run begins.
    package var isBeforeBeginning: Bool {
        switch content {
        case .chosen, .left: true
        default: false
        }
    }

    package var content: Content
    /// A random number that decides what the content leaves open, such as which of several rows of a model takes a call.
    package var salt: UInt64

    package init(_ content: Content, salt: UInt64) {
        self.content = content
        self.salt = salt
    }
}
