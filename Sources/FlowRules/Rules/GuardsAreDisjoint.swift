import FlowLanguage
import FlowMachine

/// Of the guards that decide one event in one scope, or one choice, no two hold at once (rule 6).
struct GuardsAreDisjoint: Rule {
    /// What `check` found out about all guards of the machine.
    let survey: GuardSurvey

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        survey.findings.flatMap { finding in
            finding.overlaps.map { overlap in
                let when = overlap.witness.isEmpty ? "always" : "when \(overlap.witness)"
                return .error(
                    at: finding.alternatives[overlap.second].range,
                    "two rows decide \(finding.subject): both hold \(when)", code: .guardsOverlap,
                    notes: [.init("the other stands here", at: finding.alternatives[overlap.first].range)])
            }
        }
    }
}
