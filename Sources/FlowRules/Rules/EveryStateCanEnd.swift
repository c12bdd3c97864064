import FlowLanguage
import FlowMachine
import KeywayCore

/// From wherever a run is, some final can be reached without waiting for the session's deadline.
///
/// That deadline, the file's `within`, ends a run in any state, so counting it would leave nothing to prove.
struct EveryStateCanEnd: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        let able = configurationsThatCanEnd(graph, machine)
        var reported: Set<Int> = []
        return graph.configurations.indices.compactMap { position -> Diagnostic? in
            let state = graph.configurations[position].state
            guard !able[position], reported.insert(state).inserted else { return nil }
            let name = machine.states[state].name
            return .error(
                at: name.range,
                "'\(name.text)' cannot end: \(graph.words(for: position)) no final can be reached "
                    + "but by the session's deadline", code: .stateCannotEnd)
        }
    }

    private func configurationsThatCanEnd(_ graph: ConfigurationGraph, _ machine: Machine) -> [Bool] {
        let session = Set(machine.timers.filter(\.isSession).map { Int32($0.event) })
        var predecessors = [[Int32]](repeating: [], count: graph.configurations.count)
        for (position, steps) in graph.steps.enumerated() {
            for step in steps where !session.contains(step.event) && Int(step.target) != position {
                predecessors[Int(step.target)].append(Int32(position))
            }
        }
        var able = graph.configurations.map { machine.states[$0.state].isFinal }
        var open = able.indices.filter { able[$0] }
        while let position = open.popLast() {
            for predecessor in predecessors[position] where !able[Int(predecessor)] {
                able[Int(predecessor)] = true
                open.append(Int(predecessor))
            }
        }
        return able
    }
}
