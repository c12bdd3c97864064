import FlowLanguage
import FlowMachine

/// A diagnostic names the guards that read too many values for `check` to go through all of them.
///
/// It is a warning where one row has `otherwise` and each other row a guard: for all values the first row whose guard holds decides,
/// and where none holds the `otherwise` row. In all other cases it is an error: values may be left for which no row decides, or two
/// rows of which one has no guard decide the same, and the table would settle by itself what the author left open.
struct GuardsAreFewEnough: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.filter(\.isWhole).compactMap { finding in
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
        case .combinations: "read more than \(GuardSurvey.greatestCombinationCount) combinations of values"
        case .cases(let set): "tell more than \(Domain.greatestCaseCount) cases of the set '\(set)' apart"
        }
    }
}

extension GuardFinding {
    /// Whether it is certain for all values which row decides: one row is the `otherwise`, and no other lacks a guard.
    fileprivate var alwaysDecidesTheSame: Bool {
        let conditions = alternatives.map(\.condition)
        return conditions.contains { if case .otherwise = $0 { true } else { false } }
            && !conditions.contains { if case .always = $0 { true } else { false } }
    }
}
