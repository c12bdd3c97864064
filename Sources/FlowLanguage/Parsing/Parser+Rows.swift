extension Parser {
    /// Reads a row of `on`, `ignore`, `reject` or `late`.
    mutating func row() throws(Unreadable) -> Row {
        let start = position
        guard let verb = current.keyword.flatMap({ Row.Verb(rawValue: $0.rawValue) }) else {
            throw unexpected("a row")
        }
        advance()
        let subject = try subject(of: verb)
        var condition: Guard?
        if case .events = subject { condition = try guardIfAny() }
        var outcome = Row.Outcome.nothing
        var body: Body?
        if verb == .on {
            outcome = try self.outcome(behind: condition)
            body = try bodyIfAny()
        } else if at(.leftBrace) || at(.arrow) || at(.stay) {
            // The row is kept. A block behind it is skipped here; a rest without a block is skipped by the caller.
            _ = unexpected("the end of the row (only 'on' leads on)")
            if skipToBlock() { skipBlock() }
        }
        return Row(
            documentation: documentation(of: start), verb: verb, subject: subject, condition: condition,
            outcome: outcome, body: body, range: range(from: start))
    }

    private mutating func subject(of verb: Row.Verb) throws(Unreadable) -> Row.Subject {
        let token = current
        // An event may be called `other`: a comma, a dot or a guard behind the word cannot follow an `other` row.
        let isEvent =
            following.kind == .comma || following.kind == .dot || following.keyword == .when
            || following.keyword == .otherwise
        guard verb != .on, at(.other), !isEvent else { return .events(try events()) }
        advance()
        return .other(token.range)
    }

    private mutating func events() throws(Unreadable) -> [EventName] {
        try list { parser throws(Unreadable) in try parser.event() }
    }

    /// Reads `confirmed`, `stale confirmed` or `silent.authenticated`.
    mutating func event() throws(Unreadable) -> EventName {
        let start = position
        let isStale = isAtStaleEvent
        if isStale { advance() }
        var name = try name("an event")
        var child: Name?
        if take(.dot) {
            child = name
            name = try self.name("a final of the child")
        }
        return EventName(isStale: isStale, child: child, name: name, range: range(from: start))
    }

    /// Whether `stale` is a word before an event here, and not the name of one.
    var isAtStaleEvent: Bool {
        guard at(.stale), following.kind == .word, following.keyword?.isReserved != true else { return false }
        let isOnNextLine = following.line != current.line
        // A requirement goes on behind its fact with a word of its form, as in `on stale only after go`.
        if newlineEnds, openBrackets == 0 { return !isOnNextLine && following.keyword?.endsFact != true }
        // The next line of a scenario may follow, and its first word can be the name of an event as well.
        return switch following.keyword {
        case .advance: tokens[min(position + 2, blockEnd)].kind != .duration
        case .expect: !isOnNextLine
        default: true
        }
    }

    /// Reads `-> target` or `stay`. The condition changes only the wording of an error.
    private mutating func outcome(behind condition: Guard?) throws(Unreadable) -> Row.Outcome {
        if take(.stay) { return .stay }
        guard take(.arrow) else {
            throw unexpected(condition == nil ? "'->' or 'stay'" : "'->' or 'stay' behind the condition")
        }
        return .move(to: try name("a target"))
    }

    /// Reads a row of a provider's model.
    mutating func modelRow() throws(Unreadable) -> ModelRow {
        let start = position
        guard let verb = current.keyword.flatMap({ ModelRow.Verb(rawValue: $0.rawValue) }) else {
            throw unexpected("a row")
        }
        advance()
        var names: [Name] = []
        var (answers, commas): ([ModelRow.Answer], [SourceRange]) = ([], [])
        switch verb {
        case .call: names = [try name("a call")]
        case .emit: names = try sequence(&commas)
        case .answer: answers = try list { parser throws(Unreadable) in try parser.answer() }
        case .quiet: break
        }
        let condition = try guardIfAny()
        let outcome = try outcome(behind: condition)
        let body = try bodyIfAny()
        return ModelRow(
            verb: verb, names: names, commas: commas, answers: answers, condition: condition, outcome: outcome,
            body: body, range: range(from: start))
    }

    /// Reads `open then jam`; a comma between two words is noted, and reported when names are resolved.
    private mutating func sequence(_ commas: inout [SourceRange]) throws(Unreadable) -> [Name] {
        var names = [try name("a word of the provider")]
        while at(.comma) || at(.then) {
            if at(.comma) { commas.append(current.range) }
            advance()
            names.append(try name("a word of the provider"))
        }
        return names
    }

    /// Reads `status(server: blocked)`.
    private mutating func answer() throws(Unreadable) -> ModelRow.Answer {
        let start = position
        let reply = try name("a reply")
        let arguments = at(.leftParenthesis) ? try arguments() : []
        return ModelRow.Answer(reply: reply, arguments: arguments, range: range(from: start))
    }
}
