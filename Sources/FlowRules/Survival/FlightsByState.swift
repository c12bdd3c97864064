import FlowLanguage
import FlowMachine
import KeywayCore

/// For each state and final, the effects that a crash there can find in flight.
///
/// An effect is in flight from its order until it has answered or returned. With replies it counts in every state in which it can be
/// open; in a final only where the step into the final orders it, as what was open before is cancelled there. Of an effect without
/// replies a run does not learn when it has returned: it counts in the state that the ordering step leads to.
struct FlightsByState {
    /// The effects in flight in each state and final, by their positions.
    private(set) var effects: [Set<Int>]
    private let machine: Machine

    /// All steps between two states by one event, whatever else of the run differs.
    private struct Way: Hashable {
        var from: Int
        var event: Int
        var to: Int
    }

    /// Goes through everything that can happen to a run; nil where `ConfigurationSearch` finds no whole graph.
    init?(of machine: Machine, limit: Int) {
        guard let graph = ConfigurationSearch.wholeGraph(of: machine, limit: limit) else { return nil }
        self.machine = machine
        effects = [Set<Int>](repeating: [], count: machine.states.count)
        var ways: Set<Way> = []
        for (position, configuration) in graph.configurations.enumerated() {
            if !machine.states[configuration.state].isFinal {
                for effect in machine.effects.indices where configuration.open.contains(effect) {
                    effects[configuration.state].insert(effect)
                }
            }
            for step in graph.steps[position] {
                let target = graph.configurations[Int(step.target)].state
                ways.insert(Way(from: configuration.state, event: Int(step.event), to: target))
            }
        }
        for scope in machine.scopes(around: 0) { note(machine.scopes[scope].enter, in: 0) }
        for way in ways { follow(way) }
    }

    /// Notes the effects that are ordered by the rows that can lead this way.
    private mutating func follow(_ way: Way) {
        guard case .rows(let rows, _) = machine.decider(of: way.event, in: way.from) else { return }
        for row in rows.map({ machine.rows[$0] }) {
            switch row.verdict {
            case .stay where way.from == way.to: note(row.body, in: way.to)
            case .move(let target) where machine.destinations(of: target).contains(way.to):
                note(row.body, in: way.to)
                passChoices(from: target, to: way.to)
                enter(way.to, from: way.from)
            case .stay, .move, .ignore, .reject, .late: break
            }
        }
    }

    /// Notes the effects that branches order where the target is a choice, on all ways through it and later choices to the state.
    private mutating func passChoices(from target: Machine.Target, to state: Int) {
        for branch in machine.choices(behind: target).flatMap({ machine.choices[$0].branches })
        where machine.destinations(of: branch.target).contains(state) {
            note(branch.body, in: state)
        }
    }

    /// Notes the orders of the `enter` bodies that a move runs: the state's own always, a group's if the origin lies outside of it.
    private mutating func enter(_ state: Int, from origin: Int) {
        guard !machine.states[state].isFinal else { return }
        let around = machine.scopes(around: state)
        let before = Set(machine.scopes(around: origin))
        for scope in around where scope == around.first || !before.contains(scope) {
            note(machine.scopes[scope].enter, in: state)
        }
    }

    /// Counts the effects that the body orders as in flight in the state.
    private mutating func note(_ body: FlowMachine.Body?, in state: Int) {
        for order in body?.orders ?? [] {
            if case .perform(let effect, _) = order.content { effects[state].insert(effect) }
        }
    }
}
