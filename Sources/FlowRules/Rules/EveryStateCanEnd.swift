import FlowLanguage
import FlowMachine
import KeywayCore

/// From wherever a run is, some final can be reached without waiting for the session's deadline or the app's death.
///
/// That deadline, the file's `within`, ends a run in any state, so counting it would leave nothing to prove. And a person whose run
/// goes on only when another process takes it up (`restored`) would have to kill the app.
struct EveryStateCanEnd: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        let able = configurationsThatCanEnd(graph, machine)
        let ways = "the session's deadline" + (machine.restoredEvent == nil ? "" : " or the app's death")
        var reported: Set<Int> = []
        return graph.configurations.indices.compactMap { position -> Diagnostic? in
            let state = graph.configurations[position].state
            guard !able[position], reported.insert(state).inserted else { return nil }
            let name = machine.states[state].name
            return .error(
                at: name.range,
                "'\(name.text)' cannot end: \(graph.words(for: position)) no final can be reached but by \(ways)",
                code: .stateCannotEnd)
        }
    }

    /// For each configuration, whether a final can be reached from it by other events than the session's deadline and `restored`.
    private func configurationsThatCanEnd(_ graph: ConfigurationGraph, _ machine: Machine) -> [Bool] {
        let uncounted = machine.events.indices.filter { event in
            switch machine.events[event].signature.origin {
            case .timer(let timer): machine.timers[timer].isSession
            case .restored: true
            case .command, .callback, .unrecognised, .reply, .lane, .child, .stale: false
            }
        }
        var predecessors = [[Int32]](repeating: [], count: graph.configurations.count)
        for (position, steps) in graph.steps.enumerated() {
            for step in steps where !uncounted.contains(Int(step.event)) && Int(step.target) != position {
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
