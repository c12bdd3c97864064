import FlowLanguage
public import FlowMachine
import KeywayCore

/// The cells of a flow that an `other` row claims to be impossible; `explore` proves the claims (rule 4).
///
/// A command that `reject other` covers is no claim: the flow rejects it, and it may come.
public struct Claims: Sendable {
    /// The events of which the flow claims that they cannot come in one state.
    public struct State: Sendable {
        /// The state's name, as the spec has it.
        public var name: String
        /// The names of the events, in the order of the flow.
        public var events: [String]
    }

    /// The states with at least one claim, in the order of the file.
    public var states: [State]

    /// How many cells the flow claims to be impossible.
    public var count: Int { states.reduce(0) { $0 + $1.events.count } }

    /// Reads each cell of the flow.
    ///
    /// - Parameter machine: the flow; its finals claim nothing.
    public init(of machine: Machine) {
        let coverable = machine.events.indices.filter { event in
            [FlowLanguage.Row.Verb.late, .ignore].contains { $0.covers(machine.events[event].signature.origin) }
        }
        states = machine.liveStates.compactMap { state in
            let events = coverable.filter { event in
                if case .other(let other, _) = machine.decider(of: event, in: state) {
                    other.verb != .reject
                } else {
                    false
                }
            }
            guard !events.isEmpty else { return nil }
            return State(name: machine.states[state].name.text, events: events.map { machine.events[$0].name })
        }
    }
}
