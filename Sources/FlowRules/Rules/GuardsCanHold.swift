import FlowLanguage
import FlowMachine

/// Every guard holds for some value, and for every `otherwise` there is a value for which no other guard holds (rule
/// 6).
struct GuardsCanHold: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.flatMap { finding in
            finding.dead.map { position in
                let alternative = finding.alternatives[position]
                let why =
                    switch alternative.condition {
                    case .otherwise: "the other guards leave nothing for 'otherwise'"
                    case .when, .always: "its guard holds for no value"
                    }
                return .error(
                    at: alternative.range, "this decides nothing of \(finding.subject): \(why)", code: .rowNeverDecides)
            }
        }
    }
}
