import FlowLanguage
import FlowMachine

/// A warning names the guards that read too many combinations of values to be judged by going through them.
struct GuardsAreFewEnough: Rule {
    /// What `check` found out about all guards of the machine.
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
