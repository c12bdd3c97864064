import FlowLanguage
import FlowMachine
import Keyway

/// What `other` decides of callbacks and replies is a claim, listed until a model proves it (rules 4 and 31).
struct OtherClaimsAreListed: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        var count = 0
        var parts: [String] = []
        for state in machine.liveStates {
            let claimed = machine.events.indices.filter { event in
                guard case .claim(let claim, _) = machine.decider(of: event, in: state) else { return false }
                return claim.verb != .reject
            }
            guard !claimed.isEmpty else { continue }
            count += claimed.count
            let names = claimed.map { machine.events[$0].name }.joined(separator: ", ")
            parts.append("\(machine.states[state].name.text): \(names)")
        }
        guard count > 0 else { return [] }
        let cells = count == 1 ? "1 cell is" : "\(count) cells are"
        return [
            .warning(
                at: machine.name.range,
                "\(cells) decided by 'other' and unproved until \(count == 1 ? "it is" : "they are") explored: "
                    + parts.joined(separator: "; "), code: .claimsUnproved)
        ]
    }
}
