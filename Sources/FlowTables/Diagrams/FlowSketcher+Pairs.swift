import FlowDiagram
import FlowMachine

extension FlowSketcher {
    /// The graph of pairs, for programs: one edge for any two states between which a row leads, whatever choices lie between them.
    mutating func joined() -> Diagram {
        addGroups()
        addStates()
        for state in machine.liveStates {
            for event in machine.events.indices {
                // Where no scope names the event, nothing moves the run, so no edge is drawn.
                guard case .rows(let rows, _) = machine.decider(of: event, in: state) else { continue }
                for row in rows { join(state, event, row) }
            }
        }
        labels.draw(into: &diagram)
        return diagram
    }

    /// Adds an edge from the state to each state or final that the row can lead to; nothing for a row that does not
    /// move.
    private mutating func join(_ state: Int, _ event: Int, _ row: Int) {
        guard case .move(let target) = machine.rows[row].verdict else { return }
        for (destination, conditions) in destinations(of: target) {
            let all = [condition(of: machine.rows[row])] + conditions
            labels.add(
                .init(
                    from: .node(states[state]), to: .node(states[destination]), event: machine.events[event].name,
                    condition: all.filter { !$0.isEmpty }.joined(separator: "; ")))
        }
    }

    /// The states and finals that a target can lead to, each with the guards of the choices that must hold on the way.
    func destinations(of target: Machine.Target) -> [(state: Int, conditions: [String])] {
        switch target {
        case .state(let state): return [(state, [])]
        case .choice(let choice):
            let choice = machine.choices[choice]
            return choice.branches.flatMap { branch in
                destinations(of: branch.target).map {
                    (state: $0.state, conditions: [condition(of: branch, in: choice)] + $0.conditions)
                }
            }
        }
    }
}
