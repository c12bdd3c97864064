import FlowLanguage

extension Resolver {
    /// Resolves what has each role in the flow; the clauses of profiles (files with the clauses of a standard) name roles.
    mutating func resolveRoles() {
        var ranges: [String: SourceRange] = [:]
        for case .role(let role) in declarations {
            if let first = ranges[role.name.text] {
                report(
                    "role '\(role.name.text)' is declared twice", at: role.name.range, .duplicateName,
                    see: .init("'\(role.name.text)' is declared here first", at: first))
                continue
            }
            ranges[role.name.text] = role.name.range
            let content: Machine.Role.Content? =
                switch role.content {
                case .fact(let fact): resolve(fact).map { .fact($0) }
                case .timer(let timer): timers(named: timer).map { .timers($0) }
                }
            if let content { machine.roles.append(.init(name: role.name, content: content, range: role.range)) }
        }
    }
}
