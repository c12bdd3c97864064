package import Keyway

/// One thing that happens on a run of a flow beside its provider, with what it meant to the flow.
package struct Occurrence: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The app asks.
        case command
        /// A callback, a sub-flow's final or a lane's grant comes of itself, where the flow is explored alone.
        case callback
        /// The backend or the app answers the effect at this position.
        case reply(effect: Int)
        /// The timer at this position fires.
        case timer(Int)
        /// The provider's word at this position reaches the flow, and stays in the channel where it is doubled.
        case told(word: Int, isOld: Bool, isDoubled: Bool)
        /// The provider's word at this position is lost.
        case lost(word: Int)
        /// The provider speaks these words by the row at this position, or by none falls silent.
        case spoken([Int], row: Int)
        /// The app dies and comes back.
        case crash
    }

    package var kind: Kind
    /// The event that the flow decides; nil where it hears nothing.
    package var event: Int?
    package var fields: [Value?]
    /// What the event meant; nil where the flow hears nothing.
    package var disposition: Disposition?
    /// The state or final that the flow is in afterwards.
    package var state: Int
    /// The effects that the flow orders.
    package var effects: [Int]

    package init(
        _ kind: Kind, event: Int? = nil, fields: [Value?] = [], disposition: Disposition? = nil, state: Int,
        effects: [Int] = []
    ) {
        self.kind = kind
        self.event = event
        self.fields = fields
        self.disposition = disposition
        self.state = state
        self.effects = effects
    }
}
