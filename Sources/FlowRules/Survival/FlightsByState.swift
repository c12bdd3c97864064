import FlowLanguage
import FlowMachine
import KeywayCore

/// For each state and final, the effects that a crash there can find in flight.
///
/// An effect with replies is in flight wherever it can be open. A run does not learn when an effect without replies is
/// done, so that one counts in the state to which the step that orders it leads.
struct FlightsByState {
    /// The effects in flight in each state and final, by their positions.
    private(set) var effects: [Set<Int>]
    private let machine: Machine

    /// A step by its event and by the states that it leads from and to.
    private struct Way: Hashable {
        var from: Int
        var event: Int
        var to: Int
    }

    /// Goes through everything that can happen to a run; nil where `ConfigurationSearch` finds no graph.
    init?(of machine: Machine, limit: Int) {
        guard let graph = ConfigurationSearch.graph(of: machine, limit: limit) else { return nil }
        self.machine = machine
        effects = [Set<Int>](repeating: [], count: machine.states.count)
        var ways: Set<Way> = []
        for (position, configuration) in graph.configurations.enumerated() {
            for effect in machine.effects.indices where configuration.open.contains(effect) {
                effects[configuration.state].insert(effect)
            }
            for step in graph.steps[position] {
                let target = graph.configurations[Int(step.target)].state
                ways.insert(Way(from: configuration.state, event: Int(step.event), to: target))
            }
        }
        for scope in machine.scopes(around: 0) { note(machine.scopes[scope].enter, in: 0) }
        for way in ways { follow(way) }
    }

    /// Notes what the rows order that can take the step.
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

    /// Notes what the branches order on the ways through choices from the target to the state.
    private mutating func passChoices(from target: Machine.Target, to state: Int) {
        for branch in machine.choices(behind: target).flatMap({ machine.choices[$0].branches })
        where machine.destinations(of: branch.target).contains(state) {
            note(branch.body, in: state)
        }
    }

    /// Notes the orders of the `enter` bodies that a move runs: of the state's own scope always, of outer ones if new.
    private mutating func enter(_ state: Int, from origin: Int) {
        guard !machine.states[state].isFinal else { return }
        let around = machine.scopes(around: state)
        let before = Set(machine.scopes(around: origin))
        for scope in around where scope == around.first || !before.contains(scope) {
            note(machine.scopes[scope].enter, in: state)
        }
    }

    private mutating func note(_ body: FlowMachine.Body?, in state: Int) {
        for order in body?.orders ?? [] {
            if case .perform(let effect, _) = order.content { effects[state].insert(effect) }
        }
    }
}
