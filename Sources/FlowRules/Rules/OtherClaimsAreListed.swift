import FlowLanguage
import FlowMachine
import KeywayCore

/// What `other` decides is listed: of callbacks and replies it is a claim until a model proves it (rules 4 and 31).
///
/// Commands that `reject other` closes are no claims; they are listed behind these, so that a row that was lost is seen.
struct OtherClaimsAreListed: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let claims = cells(of: machine) { $0 != .reject }
        let closed = cells(of: machine) { $0 == .reject }
        var parts: [String] = []
        if claims.count > 0 {
            let (are, they) = claims.count == 1 ? ("cell is", "it is") : ("cells are", "they are")
            parts.append(
                "\(claims.count) \(are) decided by 'other' and unproved until \(they) explored: \(claims.words)")
        }
        if closed.count > 0 {
            let are = closed.count == 1 ? "command is" : "commands are"
            parts.append("\(closed.count) \(are) rejected by 'other': \(closed.words)")
        }
        guard !parts.isEmpty else { return [] }
        return [.warning(at: machine.name.range, parts.joined(separator: ". "), code: .claimsUnproved)]
    }

    /// How many cells `other` rows of such verbs decide, and which, by state: `idle: oneTap, denied; running: oneTap`.
    private func cells(
        of machine: Machine, verb isMeant: (FlowLanguage.Row.Verb) -> Bool
    ) -> (count: Int, words: String) {
        var count = 0
        var parts: [String] = []
        let coverable = machine.events.indices.filter { event in
            [FlowLanguage.Row.Verb.reject, .late, .ignore].contains {
                $0.covers(machine.events[event].signature.origin)
            }
        }
        for state in machine.liveStates {
            let events = coverable.filter { event in
                guard case .claim(let claim, _) = machine.decider(of: event, in: state) else { return false }
                return isMeant(claim.verb)
            }
            guard !events.isEmpty else { continue }
            count += events.count
            let names = events.map { machine.events[$0].name }.joined(separator: ", ")
            parts.append("\(machine.states[state].name.text): \(names)")
        }
        return (count, parts.joined(separator: "; "))
    }
}
