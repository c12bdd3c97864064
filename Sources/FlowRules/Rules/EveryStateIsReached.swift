import FlowLanguage
import FlowMachine

/// Some run reaches each state and each final.
struct EveryStateIsReached: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        let reached = Set(graph.configurations.map(\.state))
        return machine.states.indices.filter { !reached.contains($0) }.map { state in
            let kind = machine.states[state].isFinal ? "final" : "state"
            return .error(
                at: machine.states[state].name.range, "no run reaches the \(kind) '\(machine.states[state].name.text)'",
                code: .stateUnreachable)
        }
    }
}
