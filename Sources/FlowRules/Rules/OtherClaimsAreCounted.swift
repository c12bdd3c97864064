import FlowLanguage
import FlowMachine

/// A warning tells how many cells `other` rows claim to be impossible, as `explore` alone can prove that (rules 4 and
/// 31).
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
