import FlowLanguage
import FlowMachine
import KeywayCore

/// No effect has as its `otherwise` a reply that earns a success: else a run whose backend hangs would enter the success by the same row as
/// one whose backend confirms.
struct OtherwiseIsNoRequiredReply: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.effects.indices.compactMap { effect in
            guard let reply = machine.effects[effect].signature.replies?.otherwise,
                let requirement = machine.requirements.first(where: { $0.earnsSuccess(by: reply, in: machine) })
            else { return nil }
            let (name, word) = (machine.effects[effect].name, machine.events[reply].name)
            return .error(
                at: machine.effects[effect].range,
                "'\(name)' gives '\(word)' by itself when nobody answers, and '\(requirement.text)' waits for that word: a "
                    + "hang would be a success, so give 'otherwise' a reply of its own", code: .otherwiseEarnsSuccess)
        }
    }
}

extension Machine.Requirement {
    /// Whether the requirement lets a success be entered after this event.
    fileprivate func earnsSuccess(by event: Int, in machine: Machine) -> Bool {
        guard case .onlyAfter(_, let causes, _) = content, !successesBeforeOnlyAfter(in: machine).isEmpty else {
            return false
        }
        return causes.contains { $0.events.contains(event) }
    }
}
