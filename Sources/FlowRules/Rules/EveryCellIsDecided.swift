import FlowLanguage
import FlowMachine
import KeywayCore

/// Every event that can come in a state is decided there: by a row that names the event, in the state or a scope around it, or by an
/// `other` row (rules 1 to 4).
///
/// Timers, lanes and finals of sub-flows need a cell only where they can come: `RunningThingsAreDecided` judges those.
struct EveryCellIsDecided: Rule {
    /// The names and keywords in the parts of the spec that the parser could not read.
    ///
    /// An event whose name is among them is not reported, because its row may stand in such a part. Where `other` is among them only
    /// `unrecognised` is reported: no `other` row covers that event.
    var unreadWords: Set<String> = []

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let events = machine.events.indices.filter { machine.needsCell($0) && !mayBeUnread($0, machine) }
        return machine.liveStates.flatMap { state in
            events.compactMap { event -> Diagnostic? in
                guard case .nobody = machine.decider(of: event, in: state) else { return nil }
                return undecided(machine.events[event], in: machine.states[state])
            }
        }
    }

    /// Whether a row that decides the event may stand in a part of the spec that the parser could not read.
    private func mayBeUnread(_ event: Int, _ machine: Machine) -> Bool {
        let isUnmatched = machine.events[event].signature.origin == .unrecognised
        return unreadWords.contains(machine.events[event].name) || unreadWords.contains("other") && !isUnmatched
    }

    private func undecided(_ event: Machine.Event, in state: Machine.State) -> Diagnostic {
        let cure =
            switch event.signature.origin {
            case .command: "write 'reject \(event.name)' or a row for it"
            case .unrecognised: "write 'ignore unrecognised' or a row for it"
            case .reply:
                "write a row for it, 'ignore \(event.name)' or 'late \(event.name)', and 'late other' where no effect that "
                    + "gives it can be open"
            default: "write 'ignore \(event.name)', 'late \(event.name)' or a row for it"
            }
        return .error(
            at: state.name.range, "'\(state.name.text)' does not decide '\(event.name)'; \(cure)", code: .cellUndecided)
    }
}

extension Machine {
    /// Whether an event needs a cell in every live state: commands, callbacks and replies do, and unmatched callbacks
    /// where there is a source that they can come from. A stale callback or reply that no row names changes nothing, and a restart that
    /// no row names is ignored.
    func needsCell(_ event: Int) -> Bool {
        switch events[event].signature.origin {
        case .command, .callback, .reply: true
        case .unrecognised: !sources.isEmpty
        case .timer, .lane, .child, .stale, .restored: false
        }
    }
}
