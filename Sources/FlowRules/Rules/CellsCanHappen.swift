import FlowLanguage
import FlowMachine
import KeywayCore

/// A row that names a reply, a timer, a lane, a sub-flow's final or a stale word stands only where that event can come, in at least one of
/// the states that the row decides (rule 5).
struct CellsCanHappen: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        machine.rowGroups.flatMap { group -> [Diagnostic] in
            let event = machine.events[group.event]
            guard let why = reason(event, machine) else { return [] }
            let states = machine.liveStates(in: group.scope).filter { state in
                if case .rows(_, group.scope) = machine.decider(of: group.event, in: state) { true } else { false }
            }
            guard !states.isEmpty,
                !states.contains(where: { graph.possible.contains(Cell(state: $0, event: group.event)) })
            else { return [] }
            let scope = machine.scopes[group.scope]
            let place = scope.kind == .file ? "in any state that this row decides" : "in '\(scope.name.text)'"
            return group.rows.map { row in
                .error(
                    at: machine.rows[row].eventRange, "'\(event.name)' cannot come \(place): \(why)",
                    code: .cellImpossible)
            }
        }
    }

    /// Why such an event cannot come; nil for events that may come in any state.
    private func reason(_ event: Machine.Event, _ machine: Machine) -> String? {
        switch event.signature.origin {
        case .reply: "no effect that gives this reply can be open there"
        case .timer: "the timer never runs there, or is always held"
        case .lane: "the lane is never asked for there"
        case .child: "the sub-flow never runs there"
        case .stale(let word): machine.mayBeStale(word) ? nil : Machine.onlyStampedWordsAreStale
        case .command, .callback, .unrecognised, .restored: nil
        }
    }
}
