import FlowLanguage
import FlowMachine
import Keyway

/// A row that names an event decides a cell of some state, and so does an `other` row (rules 2 and 3).
///
/// A claim over nothing is true, so for `other` it is a warning.
struct NamedRowsDecideSomething: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        guard !machine.liveStates.isEmpty else { return [] }
        return idleRows(of: machine) + idleClaims(of: machine)
    }

    private func idleRows(of machine: Machine) -> [Diagnostic] {
        machine.rowGroups.flatMap { group -> [Diagnostic] in
            let states = machine.liveStates(in: group.scope)
            let decides = states.contains { state in
                if case .rows(_, let scope) = machine.decider(of: group.event, in: state) {
                    scope == group.scope
                } else {
                    false
                }
            }
            guard !decides else { return [] }
            let name = machine.events[group.event].name
            let why =
                states.isEmpty
                ? "no state stands in '\(machine.scopes[group.scope].name.text)'" : "every state inside names it itself"
            return group.rows.map { row in
                .error(
                    at: machine.rows[row].eventRange, "this row for '\(name)' decides nothing: \(why)",
                    code: .rowNeverDecides)
            }
        }
    }

    private func idleClaims(of machine: Machine) -> [Diagnostic] {
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
                    code: .rowNeverDecides)
            }
        }
    }
}

extension Machine {
    /// The live states inside a scope.
    func liveStates(in scope: Int) -> [Int] {
        if case .state(let state) = scopes[scope].kind { return states[state].scope == scope ? [state] : [] }
        return liveStates.filter { scopes(around: $0).contains(scope) }
    }
}
