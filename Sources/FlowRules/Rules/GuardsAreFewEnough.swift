import FlowLanguage
import FlowMachine

/// Guards that read too many values to be judged by going through them are named.
///
/// That is a warning where one row has `otherwise` and each other one a guard: then the first row whose guard holds
/// decides, else `otherwise`, whatever the values are. Else it is an error: where no guard holds, or a row without one
/// stands beside others, the table would decide unasked what the rows leave open.
struct GuardsAreFewEnough: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.compactMap { finding in
            finding.obstacle.map { obstacle in
                let problem =
                    "the guards of \(finding.subject) \(words(for: obstacle)), "
                    + "so whether they are disjoint and complete is not proven"
                return finding.alwaysDecidesTheSame
                    ? .warning(at: finding.range, problem, code: .tooManyConfigurations)
                    : .error(
                        at: finding.range,
                        problem + "; let one row say 'otherwise' and each other one 'when', or let them read less",
                        code: .guardsIncomplete)
            }
        }
    }

    /// What the guards do, as a part of the message.
    private func words(for obstacle: GuardFinding.Obstacle) -> String {
        switch obstacle {
        case .combinations: "read more than \(survey.limit) combinations of values"
        case .cases(let set): "tell more than \(Domain.greatestCaseCount) cases of the set '\(set)' apart"
        }
    }
}

extension GuardFinding {
    /// Whether some row decides for all values, and the same one for the table and for the rows themselves.
    fileprivate var alwaysDecidesTheSame: Bool {
        let conditions = alternatives.map(\.condition)
        return conditions.contains { if case .otherwise = $0 { true } else { false } }
            && !conditions.contains { if case .always = $0 { true } else { false } }
    }
}
