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
        // A final may be called `never` as well: `require never only after confirmed`.
        if let quantifier = current.keyword.flatMap({ RequirementDeclaration.Quantifier(rawValue: $0.rawValue) }),
            following.keyword != .only
        {
            advance()
            return .quantified(quantifier, try fact())
        }
        let consequence = try fact()
        if case .doEffect(let effect) = consequence.content, at(.leftParenthesis) { return try latest(of: effect) }
        try expect(.only)
        try expect(.after)
        let causes = try list { parser throws(Unreadable) in try parser.fact() }
        guard take(.since) else { return .onlyAfter(consequence, causes, since: nil) }
        // As behind `only after`, the word before an event may stand there or not.
        if at(.on) { advance() }
        return .onlyAfter(consequence, causes, since: try event())
    }

    /// Reads `(phone) with the latest phone`.
    private mutating func latest(of effect: Name) throws(Unreadable) -> RequirementDeclaration.Content {
        let argument = try parenthesized { parser throws(Unreadable) in try parser.name("an argument of the effect") }
        try expect(.with)
        try expect(.the)
        try expect(.latest)
        return .latest(effect: effect, argument: argument, field: try name("a field of a command"))
    }

    private mutating func fact() throws(Unreadable) -> Fact {
        let start = position
        let content = try factContent()
        return Fact(content: content, range: range(from: start))
    }

    private mutating func factContent() throws(Unreadable) -> Fact.Content {
        if take(.in) { return .inTarget(try name("a state or a final")) }
        if take(.on) { return .onEvent(try event()) }
        if take(.do) { return .doEffect(try name("an effect")) }
        if current.kind == .word, following.kind == .dot || isAtStaleEvent { return .named(try event()) }
        let condition = try condition()
        if case .flag(let operand) = condition.content, case .name(let parts) = operand.content, parts.count == 1 {
            let name = Name(parts[0], at: operand.range)
            return .named(EventName(isStale: false, child: nil, name: name, range: operand.range))
        }
        return .condition(condition)
    }

    /// Whether `stale` is a word before an event here, and not a name.
    private var isAtStaleEvent: Bool {
        guard at(.stale), following.kind == .word, following.keyword?.isReserved != true else { return false }
        // Otherwise what follows ends the fact: the end of a requirement's line, `only`, or the next line of a
        // scenario.
        return newlineEnds
            ? following.line == current.line && following.keyword != .only
            : following.keyword != .advance && following.keyword != .expect
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
            let arguments = at(.leftParenthesis) ? try arguments() : []
            return .on(event, arguments, range: range(from: start))
        }
        if take(.advance) { return .advance(try duration()) }
        if take(.expect) { return .expect(try fact()) }
        throw unexpected("'on', 'advance' or 'expect'")
    }
}
