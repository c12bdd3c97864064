import FlowLanguage
import FlowMachine

/// How much `other` claims is said: of callbacks and replies it is unproved until a model is beside the flow (rules 4 and 31).
struct OtherClaimsAreCounted: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let count = Claims(of: machine).count
        guard count > 0 else { return [] }
        let (cells, they) = count == 1 ? ("cell is", "it is") : ("cells are", "they are")
        return [
            .warning(
                at: machine.name.range,
                "\(count) \(cells) decided by 'other' and unproved until \(they) explored; 'keyway check --claims' lists "
                    + "them", code: .claimsUnproved)
        ]
    }
}
