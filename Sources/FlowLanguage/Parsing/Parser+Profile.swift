extension Parser {
    /// Reads `role verify = do verify` or `role life = timer inHand`; a role ends with its line, as a requirement does.
    mutating func role(from start: Int) throws(Unreadable) -> RoleDeclaration {
        newlineEnds = true
        defer { newlineEnds = false }
        let name = try name("a role's name")
        try expect(.assign)
        let content: RoleDeclaration.Content = take(.timer) ? .timer(try self.name("a timer")) : .fact(try fact())
        guard atEndOfElement else { throw unexpected("the end of the line") }
        return RoleDeclaration(name: name, content: content, range: range(from: start))
    }

    /// Reads a whole `.profile` file; nil where the first line does not name a profile.
    mutating func profileFile() -> Profile? {
        let documentation = documentation(of: 0)
        let title = profileHeader()
        let clauses = elements(resuming: .atClause) { parser throws(Unreadable) in try parser.clause() }
        return title.map { Profile(documentation: documentation, title: $0, clauses: clauses) }
    }

    private mutating func profileHeader() -> Located<String>? {
        let token = current
        do throws(Unreadable) {
            guard take(.profile) else {
                let message = "a profile begins with the name of its standard, as in 'profile \"NIST SP 800-63B-4\"'"
                log.add(.error(at: token.range, message, code: .noHeader), unreadLine: token.line)
                throw Unreadable()
            }
            return try string("the standard's name, a string")
        } catch {
            skipHeader(to: .atClause)
            return nil
        }
    }

    private mutating func clause() throws(Unreadable) -> Profile.Clause? {
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
        return Profile.Clause(
            documentation: documentation(of: start), number: number, scope: scope, requirements: requirements,
            server: server, range: range(from: start))
    }
}
