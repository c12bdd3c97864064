import FlowLanguage
import FlowMachine
import FlowRules

/// What one flow claims by `other` rows that it cannot come, as `check --claims` says it.
struct ClaimsOutput {
    var flow: String
    var path: String
    var claims: Claims

    /// Nil for a provider's model, which claims nothing.
    init?(of file: CheckedFile) {
        guard let machine = file.machine else { return nil }
        flow = machine.name.text
        path = file.source.path
        claims = Claims(of: machine)
    }

    var lines: [String] {
        let heading = "\(flow): \(counted(claims.count, "cell")) that 'other' decides and 'explore' has to prove"
        return [heading] + claims.states.map { "  \($0.name): \($0.events.joined(separator: ", "))" }
    }

    var json: JSONValue {
        .object([
            "flow": .text(flow), "path": .text(path),
            "claims": .list(
                claims.states.map { state in
                    .object(["state": .text(state.name), "events": .list(state.events.map { .text($0) })])
                }),
        ])
    }
}
