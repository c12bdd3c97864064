import FlowLanguage
import FlowMachine
import KeywayCore

/// A timer is decided wherever it can fire, a lane wherever it can be granted, a final of a sub-flow wherever the sub-flow can run
/// (rule 5).
struct RunningThingsAreDecided: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.undecided.sorted().map { cell in
            let event = machine.events[cell.event]
            let state = machine.states[cell.state].name
            let (what, cure) = words(for: event)
            return .error(
                at: state.range, "'\(state.text)' does not decide \(what) here; write \(cure)", code: .cellUndecided)
        }
    }

    private func words(for event: Machine.Event) -> (what: String, cure: String) {
        let name = event.name
        return switch event.signature.origin {
        case .lane: ("the lane '\(name)', which can be granted", "'on \(name) ...' or 'ignore \(name)'")
        case .child: ("'\(name)', which its sub-flow can reach", "'on \(name) ...' or 'ignore \(name)'")
        default:
            ("the timer '\(name)', which can fire", "'on \(name) ...', 'ignore \(name)' or 'hold \(name)'")
        }
    }
}
