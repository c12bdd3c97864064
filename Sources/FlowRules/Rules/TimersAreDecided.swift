import FlowLanguage
import FlowMachine
import Keyway

/// A timer is decided wherever it can fire (rule 5).
struct TimersAreDecided: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.undecided.sorted().map { cell in
            let name = machine.events[cell.event].name
            let state = machine.states[cell.state].name
            return .error(
                at: state.range,
                "'\(state.text)' does not decide the timer '\(name)', which can fire here; "
                    + "write 'on \(name) ...', 'ignore \(name)' or 'hold \(name)'", code: .cellUndecided)
        }
    }
}
