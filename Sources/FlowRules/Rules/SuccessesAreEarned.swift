import FlowLanguage
import FlowMachine

/// A success is entered only after something that a requirement names (rule 30 (ii)).
struct SuccessesAreEarned: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.successesWithoutRequirement.map { success in
            let name = machine.states[success].name
            return .warning(
                at: name.range,
                "'\(name.text)' is a success, and nothing says what has to come before it: write "
                    + "'require \(name.text) only after ...' with the backend's word", code: .successWithoutRequirement)
        }
    }
}
