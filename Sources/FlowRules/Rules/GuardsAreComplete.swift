import FlowLanguage
import FlowMachine

/// For every value at least one of the guards holds that decide one event in one scope, or one choice (rule 6).
struct GuardsAreComplete: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.compactMap { finding in
            guard finding.isWhole, let gap = finding.gap else { return nil }
            let when = gap.isEmpty ? "" : " when \(gap)"
            return .error(
                at: finding.range, "nothing decides \(finding.subject)\(when); add a row, or 'otherwise' to one",
                code: .guardsIncomplete)
        }
    }
}
