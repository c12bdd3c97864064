import FlowLanguage
import FlowMachine

/// Checks a profile: its own text, and whether flows have the roles that it names.
func checkedProfile(in source: SourceText, beside surroundings: SpecSurroundings) -> CheckedFlow {
    let parsed = parseProfile(source)
    var diagnostics = parsed.diagnostics
    // A line that could not be read may hold what would be reported as missing.
    if let profile = parsed.profile, diagnostics.isEmpty {
        diagnostics += profile.problems(in: source)
        if let known = surroundings.roles() { diagnostics += profile.unknownRoles(among: known) }
    }
    return CheckedFlow(machine: nil, profile: parsed.profile, diagnostics: diagnostics.orderedByPlace())
}
