import FlowLanguage
import FlowMachine
import KeywayCore

/// A row that names an event decides a cell of some state (rule 2).
struct NamedRowsDecideSomething: Rule {
    /// Whether the whole spec could be read; else a state may stand where it could not.
    let isWhollyRead: Bool

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        guard !machine.liveStates.isEmpty else { return [] }
        return machine.rowGroups.flatMap { group -> [Diagnostic] in
            let states = machine.liveStates(in: group.scope)
            let decides = states.contains { state in
                if case .rows(_, let scope) = machine.decider(of: group.event, in: state) {
                    scope == group.scope
                } else {
                    false
                }
            }
            guard !decides, !states.isEmpty || isWhollyRead else { return [] }
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
}

extension Machine {
    /// The live states inside a scope.
    func liveStates(in scope: Int) -> [Int] {
        if case .state(let state) = scopes[scope].kind { return states[state].scope == scope ? [state] : [] }
        return liveStates.filter { scopes(around: $0).contains(scope) }
    }
}
