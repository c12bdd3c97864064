import FlowLanguage
import FlowMachine

/// Of the guards that decide one event in one scope, or one choice, at most one is `otherwise` (rule 6).
struct OtherwiseStandsOnce: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.flatMap { finding -> [Diagnostic] in
            let ranges = finding.alternatives.filter { if case .otherwise = $0.condition { true } else { false } }.map(
                \.range)
            guard let first = ranges.first else { return [] }
            return ranges.dropFirst().map {
                .error(
                    at: $0, "\(finding.subject) has an 'otherwise' already", code: .otherwiseTwice,
                    notes: [.init("the first stands here", at: first)])
            }
        }
    }
}
