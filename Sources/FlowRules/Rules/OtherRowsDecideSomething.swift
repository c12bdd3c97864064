import FlowLanguage
import FlowMachine

/// An `other` row decides some event (rule 3); one that decides none claims nothing false, so it gets a warning only.
struct OtherRowsDecideSomething: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.scopes.indices.flatMap { scope in
            machine.scopes[scope].otherRows.compactMap { other -> Diagnostic? in
                let decides = machine.liveStates(in: scope).contains { state in
                    machine.events.indices.contains { event in
                        guard case .other(let decider, let place) = machine.decider(of: event, in: state) else {
                            return false
                        }
                        return place == scope && decider.range == other.range
                    }
                }
                guard !decides else { return nil }
                return .warning(
                    at: other.range, "'\(other.verb.rawValue) other' decides nothing here: every event is named",
                    code: .neverUsed)
            }
        }
    }
}
