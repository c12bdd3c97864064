import FlowLanguage
import FlowMachine

/// Guards that read too many values are named, not guessed at.
struct GuardsAreFewEnough: Rule {
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.filter(\.isUnproved).map { finding in
            .warning(
                at: finding.range,
                "the guards of \(finding.subject) read more than \(survey.limit) combinations of values, "
                    + "so whether they are disjoint and complete is not proven", code: .tooManyConfigurations)
        }
    }
}
