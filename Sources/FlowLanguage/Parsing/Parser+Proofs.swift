extension Parser {
    /// Reads a requirement, which ends with its line.
    mutating func requirement(from start: Int) throws(Unreadable) -> RequirementDeclaration {
        newlineEnds = true
        defer { newlineEnds = false }
        let content = try requirementContent()
        guard atEndOfElement else { throw unexpected("the end of the line") }
        return RequirementDeclaration(content: content, range: range(from: start))
    }

    private mutating func requirementContent() throws(Unreadable) -> RequirementDeclaration.Content {
        if isAtPossibleCommand { return try alwaysPossible() }
        if at(.at), following.keyword == .most { return try atMost() }
        if let quantifier = current.keyword.flatMap({ RequirementDeclaration.Quantifier(rawValue: $0.rawValue) }),
            !isAtFactCalledLikeQuantifier
        {
            advance()
            return .quantified(quantifier, try fact())
        }
        let consequence = try fact()
        if case .doEffect(let effect) = consequence.content, at(.leftParenthesis) { return try latest(of: effect) }
        if case .named(let variable) = consequence.content, take(.falls) { return try falls(variable.name) }
        if take(.never) {
            try expect(.after)
            return .neverAfter(consequence, try fact(), until: try untilIfAny())
        }
        try expect(.only)
        if take(.while) { return .onlyWhile(consequence, timer: try name("a timer")) }
        try expect(.after)
        let causes = try list { parser throws(Unreadable) in try parser.fact() }
        guard take(.since) else { return .onlyAfter(consequence, causes, since: nil) }
        return .onlyAfter(consequence, causes, since: try eventBehindOn())
    }

    /// Whether the quantifier's word is a name here, as where a final is called `never`: `never only after confirmed`.
    ///
    /// Likewise in `never never after on go` and in `never falls only on resend`.
    private var isAtFactCalledLikeQuantifier: Bool {
        let third = position + 2 < blockEnd ? tokens[position + 2].keyword : nil
        return switch following.keyword {
        case .only: true
        case .never: third == .after
        case .falls: third == .only
        default: false
        }
    }

    /// Reads `(phone) with the latest phone`.
    private mutating func latest(of effect: Name) throws(Unreadable) -> RequirementDeclaration.Content {
        let argument = try parenthesized { parser throws(Unreadable) in try parser.name("an argument of the effect") }
        try expect(.with)
        try expect(.the)
        try expect(.latest)
        return .latest(effect: effect, argument: argument, field: try name("a field of a command"))
    }

    /// Whether `always possible NAME` stands here; behind `always` and a state called `possible` no name follows.
    private var isAtPossibleCommand: Bool {
        guard at(.always), following.keyword == .possible, position + 2 < blockEnd else { return false }
        let third = tokens[position + 2]
        return third.kind == .word && third.keyword?.isReserved != true && third.line == following.line
    }

    /// Reads `always possible cancel in polling, closing`.
    private mutating func alwaysPossible() throws(Unreadable) -> RequirementDeclaration.Content {
        try expect(.always)
        try expect(.possible)
        let command = try name("a command")
        try expect(.in)
        let targets = try list { parser throws(Unreadable) in try parser.name("a state or a group") }
        return .alwaysPossible(command: command, in: targets)
    }

    /// Reads `at most 5 do verify until initiated`.
    private mutating func atMost() throws(Unreadable) -> RequirementDeclaration.Content {
        try expect(.at)
        try expect(.most)
        guard current.kind == .integer || current.kind == .word else { throw unexpected("a number or a parameter") }
        let number = try value()
        return .atMost(number, try fact(), until: try untilIfAny())
    }

    /// Reads `only on resend, start` behind `falls`.
    private mutating func falls(_ variable: Name) throws(Unreadable) -> RequirementDeclaration.Content {
        try expect(.only)
        let events = try list { parser throws(Unreadable) in try parser.eventBehindOn() }
        return .fallsOnly(variable, on: events)
    }

    private mutating func untilIfAny() throws(Unreadable) -> Fact? { take(.until) ? try fact() : nil }

    /// Reads an event; as elsewhere in a requirement, the word `on` before it may stand there or not.
    private mutating func eventBehindOn() throws(Unreadable) -> EventName {
        if at(.on) { advance() }
        return try event()
    }

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

    /// Reads a scenario: its title and its lines.
    mutating func scenario(from start: Int) throws(Unreadable) -> Scenario {
        let title = try string("the scenario's title, a string")
        let lines = try block(resuming: .atLine) { parser throws(Unreadable) in try parser.scenarioLine() }
        return Scenario(title: title, lines: lines, range: range(from: start))
    }

    private mutating func scenarioLine() throws(Unreadable) -> Scenario.Line {
        let start = position
        if take(.on) {
            let event = try event()
            let arguments = at(.leftParenthesis) ? try arguments(admittingSets: true) : []
            return .on(event, arguments, range: range(from: start))
        }
        if take(.advance) { return .advance(try duration()) }
        if take(.expect) { return .expect(try fact()) }
        throw unexpected("'on', 'advance' or 'expect'")
    }
}
