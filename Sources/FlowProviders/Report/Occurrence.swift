import FlowMachine
package import KeywayCore

/// One thing that happens in a run that is explored with the models of its providers, and what it meant to the flow and its legs.
package struct Occurrence: Hashable, Sendable {
    /// What it is that happens.
    package enum Kind: Hashable, Sendable {
        /// The value of a parameter is chosen as the run begins; the parameter by its position among the variables of the root.
        case chosen(parameter: Int, Value)
        /// The app asks.
        case command
        /// A callback that no followed model says, the end of a sub-flow that is not followed, or the grant of a lane: the search lets it
        /// come by itself.
        case callback
        /// The effect at this position is answered: by the backend, by the app or, as its model says, by a provider.
        case reply(effect: Int)
        /// Nobody has answered the effect at this position within its time.
        case limit(effect: Int)
        /// A handler of the effect at this position answers an order that is closed.
        case late(effect: Int)
        /// The timer at this position fires.
        case timer(Int)
        /// The word at this position among those of all providers arrives at the run; until now it waited in its provider's channel, the
        /// queue of words that were `spoken`. An old one was said in an earlier attempt. A doubled one stays there and can arrive again.
        case told(word: Int, isOld: Bool, isDoubled: Bool)
        /// An earlier run has left the word at this position in a source that retains it.
        case left(word: Int)
        /// The word at this position is lost.
        case lost(word: Int)
        /// The provider speaks these words; they wait in its channel until each of them is `told`.
        case spoken([Int], provider: Int)
        /// The provider does something and says nothing, by the row of its model at this position.
        case silent(row: Int, provider: Int)
        /// The run begins to hear the provider. While no leg heard it, it may have come to several situations: here it is in one of them.
        case settled(provider: Int)
        /// The app dies and comes back.
        case crash
        /// A leg is told that the run came back.
        case restored
    }

    /// What an event meant to one leg.
    package struct Decision: Hashable, Sendable {
        /// The leg's flow, by its position among all; the root's is 0.
        package var flow: Int
        /// The event that the leg decided.
        package var event: Int
        /// What the event meant to it.
        package var disposition: Disposition
        /// The state or final that the leg is in afterwards.
        package var state: Int
    }

    /// An effect that a leg orders.
    package struct Order: Hashable, Sendable {
        /// The leg's flow, by its position among all; the root's is 0.
        package var flow: Int
        /// The effect, by its position in the leg's flow.
        package var effect: Int
    }

    /// The state of a leg.
    package struct LegState: Hashable, Sendable {
        /// The leg's flow, by its position among all; the root's is 0.
        package var flow: Int
        /// The state or final that it is in.
        package var state: Int
    }

    /// What happens.
    package var kind: Kind
    /// The flow of the leg that hears it, by its position among all; the root's is 0. Where nobody hears it this is 0, too.
    package var flow: Int
    /// The event that the leg decides; nil where nobody hears it.
    package var event: Int?
    /// The value of each field of the event; nil where the field is absent, or the value makes no difference.
    package var fields: [Value?]
    /// What each leg decided, the one that heard it first; empty where nobody hears it.
    package var decisions: [Decision]
    /// The effects that the legs order.
    package var effects: [Order]
    /// The states of the root and of every leg that runs afterwards.
    package var legStates: [LegState]

    /// Something that happens; without an `event` nobody hears it.
    package init(
        _ kind: Kind, flow: Int = 0, event: Int? = nil, fields: [Value?] = [], decisions: [Decision] = [],
        effects: [Order] = [], legStates: [LegState]
    ) {
        self.kind = kind
        self.flow = flow
        self.event = event
        self.fields = fields
        self.decisions = decisions
        self.effects = effects
        self.legStates = legStates
    }

    /// One occurrence for each parameter whose value is chosen, in the order of the variables; none where that is the parameter's initial
    /// value.
    ///
    /// - Parameters:
    ///   - chosen: the values of parameters, by their positions among the variables of the root.
    ///   - machine: the root's flow, in which they are parameters.
    ///   - legStates: the states in which the run begins.
    static func choices(
        _ chosen: [Int: Value], of machine: Machine, legStates: [LegState] = [.init(flow: 0, state: 0)]
    ) -> [Occurrence] {
        chosen.sorted { $0.key < $1.key }.filter { machine.variables[$0.key].initial != $0.value }
            .map { Occurrence(.chosen(parameter: $0.key, $0.value), legStates: legStates) }
    }

    /// What the event meant to the leg that heard it; nil where nobody hears it.
    package var disposition: Disposition? { decisions.first?.disposition }
}
