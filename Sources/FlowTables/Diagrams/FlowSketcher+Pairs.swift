import FlowDiagram
import FlowMachine

extension FlowSketcher {
    /// The graph of pairs, for programs: one edge for any two states between which a row leads, whatever choices lie between them.
    mutating func joined() -> Diagram {
        addGroups()
        addStates()
        var known: [Int: [Way]] = [:]
        for state in machine.liveStates {
            for event in machine.events.indices {
                // Where no scope names the event, or the state keeps its timer from firing (`hold`), nothing moves the run: no edge.
                guard machine.hold(of: event, in: state) == nil,
                    case .rows(let rows, scope: _) = machine.decider(of: event, in: state)
                else { continue }
                for row in rows { join(state, event, row, &known) }
            }
        }
        labels.draw(into: &diagram)
        return diagram
    }

    /// Adds an edge from the state to each state or final that the row can lead to; nothing for a row that does not
    /// move.
    private mutating func join(_ state: Int, _ event: Int, _ row: Int, _ known: inout [Int: [Way]]) {
        guard case .move(let target) = machine.rows[row].verdict else { return }
        let first = condition(of: machine.rows[row])
        for way in ways(to: target, &known) {
            labels.add(
                .init(
                    from: .node(states[state]), to: .node(states[way.state]), event: machine.events[event].name,
                    condition: Self.joinedGuards(first, way.condition)))
        }
    }

    /// A way through choices to a state or a final.
    private struct Way: Hashable {
        let state: Int
        /// The guards of the choices that must hold on the way, as far as a label shows them.
        let condition: String
    }

    /// The ways to the states and finals that a target can lead to, each once.
    ///
    /// A chain of choices has as many ways as its guards have combinations. So the ways behind a choice are found once, and those
    /// whose guards a label shows alike are one.
    ///
    /// - Parameter known: the ways behind each choice that was met before.
    private func ways(to target: Machine.Target, _ known: inout [Int: [Way]]) -> [Way] {
        switch target {
        case .state(let state): return [Way(state: state, condition: "")]
        case .choice(let position):
            if let ways = known[position] { return ways }
            let choice = machine.choices[position]
            var seen: Set<Way> = []
            let found = choice.branches.flatMap { branch in
                let condition = condition(of: branch, in: choice)
                return ways(to: branch.target, &known).map {
                    Way(state: $0.state, condition: Self.joinedGuards(condition, $0.condition))
                }
            }.filter { seen.insert($0).inserted }
            known[position] = found
            return found
        }
    }

    /// Both guards in one text, cut to one character more than a label shows: by that `EdgeLabels` sees that it must cut the text.
    private static func joinedGuards(_ first: String, _ second: String) -> String {
        String([first, second].filter { !$0.isEmpty }.joined(separator: "; ").prefix(EdgeLabels.longestCondition + 1))
    }
}
