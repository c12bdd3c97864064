import FlowLanguage
import FlowMachine

/// A warning names the guards that read too many values to be judged by going through them.
struct GuardsAreFewEnough: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.compactMap { finding in
            finding.obstacle.map { obstacle in
                Diagnostic.warning(
                    at: finding.range,
                    "the guards of \(finding.subject) \(words(for: obstacle)), "
                        + "so whether they are disjoint and complete is not proven", code: .tooManyConfigurations)
            }
        }
    }

    /// What the guards do, as a part of the warning.
    private func words(for obstacle: GuardFinding.Obstacle) -> String {
        switch obstacle {
        case .combinations: "read more than \(survey.limit) combinations of values"
        case .cases(let set): "tell more than \(Domain.greatestCaseCount) cases of the set '\(set)' apart"
        }
    }
}
