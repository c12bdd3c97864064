package import KeywayCore

/// One thing that is done to a running system; a run is a list of them, of which any part can be done again.
///
/// What a step means is found where it is done: one that cannot be done there does nothing.
package struct TrialStep: Hashable, Sendable {
    /// An order as it is found again in another run: the leg, the effect and the number of its order there.
    package struct Order: Hashable, Sendable {
        package var leg: String?
        package var effect: Int
        package var number: Int
    }

    package enum Stamp: Hashable, Sendable {
        case none, current, stale
    }

    package enum Wait: Hashable, Sendable {
        case milliseconds(Int64)
        /// Up to what is due next, and so much more or less.
        case nextDue(Int64)
    }

    package enum Content: Hashable, Sendable {
        /// The person asks.
        case command(leg: String?, event: Int, fields: [Value?])
        /// A handler answers, be the order still open or not.
        case reply(Order, event: Int, fields: [Value?])
        /// A handler throws, or returns without an answer.
        case failure(Order)
        /// The handler of an effect without replies returns.
        case finish(Order)
        /// The model's row happens: words, or silence.
        case turn(provider: Int, row: Int)
        /// The model's row answers an open order.
        case answer(provider: Int, row: Int, Order, event: Int, fields: [Value?])
        /// A word of the channel is told; it stays there where it is doubled.
        case tell(provider: Int, place: Int, isKept: Bool)
        case lose(provider: Int, place: Int)
        /// A callback of which no model speaks.
        case foreign(RawValue, Stamp)
        /// Whoever begins the run chooses a parameter, by its position among the variables of the root; it counts before the run
        /// begins alone.
        case chosen(parameter: Int, Value)
        /// A source kept a word of an earlier run; it counts before the run begins alone.
        case left(provider: Int, word: Int)
        /// The first of a lane's line gets it.
        case grant
        /// The clock goes on; `isAsleep`: nothing fires until something else comes.
        case wait(Wait, isAsleep: Bool)
        /// The app dies, after so many of the effects that it was about to perform, and runs again some time later, with the run's personal
        /// values or without them.
        case death(performed: Int, milliseconds: Int64, withValues: Bool)
    }

    /// Whether it counts before the run begins alone.
    package var isBeforeBeginning: Bool {
        switch content {
        case .chosen, .left: true
        default: false
        }
    }

    package var content: Content
    /// Decides what is left open: which of several rows of a model takes a call.
    package var salt: UInt64

    package init(_ content: Content, salt: UInt64) {
        self.content = content
        self.salt = salt
    }
}
