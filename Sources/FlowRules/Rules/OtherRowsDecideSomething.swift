import FlowLanguage
import FlowMachine

/// An `other` row decides some event (rule 3); one that decides none claims nothing false, so it gets a warning only.
struct OtherRowsDecideSomething: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.scopes.indices.flatMap { scope in
            machine.scopes[scope].claims.compactMap { claim -> Diagnostic? in
                let decides = machine.liveStates(in: scope).contains { state in
                    machine.events.indices.contains { event in
                        guard case .claim(let decider, let place) = machine.decider(of: event, in: state) else {
                            return false
                        }
                        return place == scope && decider.range == claim.range
                    }
                }
                guard !decides else { return nil }
                return .warning(
                    at: claim.range, "'\(claim.verb.rawValue) other' decides nothing here: every event is named",
                    code: .neverUsed)
            }
        }
    }
}
