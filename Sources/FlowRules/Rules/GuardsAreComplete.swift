import FlowLanguage
import FlowMachine

/// For every value, some guard holds of those that decide together (rule 6).
struct GuardsAreComplete: Rule {
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.compactMap { finding in
            guard let gap = finding.gap else { return nil }
            let when = gap.isEmpty ? "" : " when \(gap)"
            return .error(
                at: finding.range, "nothing decides \(finding.subject)\(when); add a row, or 'otherwise' to one",
                code: .guardsIncomplete)
        }
    }
}
