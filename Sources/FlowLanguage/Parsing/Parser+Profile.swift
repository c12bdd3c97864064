extension Parser {
    /// Reads a whole `.profile` file; nil where the first line does not name a profile.
    mutating func profileFile() -> ProfileSpec? {
        let documentation = documentation(of: 0)
        let title = profileHeader()
        let clauses = elements(resuming: .atClause) { parser throws(Unreadable) in try parser.clause() }
        return title.map { ProfileSpec(documentation: documentation, title: $0, clauses: clauses) }
    }

    /// Reads the first line, which names the standard; nil after a report.
    private mutating func profileHeader() -> Located<String>? {
        let token = current
        do throws(Unreadable) {
            guard take(.profile) else {
                let message = "a profile begins with the name of its standard, as in 'profile \"NIST SP 800-63B-4\"'"
                log.add(.error(at: token.range, message, code: .noHeader), unlessReportedIn: token.line)
                throw Unreadable()
            }
            return try string("the standard's name, a string")
        } catch {
            skipHeader(to: .atClause)
            return nil
        }
    }

    private mutating func clause() throws(Unreadable) -> ProfileSpec.Clause? {
        let start = position
        try expect(.clause)
        let number = try string("the clause's number, a string")
        let scope = take(.for) ? try names("a role") : []
        var requirements: [RequirementDeclaration] = []
        var server: Located<String>?
        _ = try block(resuming: .atLine) { parser throws(Unreadable) in
            let line = parser.position
            if parser.take(.require) {
                requirements.append(try parser.requirement(from: line))
            } else if server == nil, parser.take(.server) {
                server = try parser.string("what only the server can show, a string")
            } else {
                throw parser.unexpected(server == nil ? "'require' or 'server'" : "'require'")
            }
        }
        return ProfileSpec.Clause(
            documentation: documentation(of: start), number: number, scope: scope, requirements: requirements,
            server: server, range: range(from: start))
    }
}
