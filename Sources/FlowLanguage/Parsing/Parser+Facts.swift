extension Parser {
    /// Reads what a requirement or a scenario speaks of: facts, joined as conditions are.
    mutating func fact() throws(Unreadable) -> Fact {
        try joined(by: .or) { parser throws(Unreadable) in
            try parser.conjunction()
        } as: { parts, range in
            Fact(content: .any(parts), range: range)
        }
    }

    /// Reads facts joined by `and`.
    private mutating func conjunction() throws(Unreadable) -> Fact {
        try joined(by: .and) { parser throws(Unreadable) in
            try parser.negation()
        } as: { parts, range in
            Fact(content: .all(parts), range: range)
        }
    }

    private mutating func negation() throws(Unreadable) -> Fact {
        try negated { parser throws(Unreadable) in
            try parser.primary()
        } by: { fact, range in
            Fact(content: .not(fact), range: range)
        }
    }

    /// Reads a fact in parentheses, or one without `and`, `or` and `not`.
    private mutating func primary() throws(Unreadable) -> Fact {
        guard at(.leftParenthesis) else { return try atom() }
        let start = position
        var fact = try nested { parser throws(Unreadable) in try parser.fact() }
        // The range includes the parentheses, so that a comment before the closing one lies in the fact.
        fact.range = range(from: start)
        return fact
    }

    private mutating func atom() throws(Unreadable) -> Fact {
        let start = position
        let content = try atomContent()
        return Fact(content: content, range: range(from: start))
    }

    private mutating func atomContent() throws(Unreadable) -> Fact.Content {
        if take(.in) { return .inTarget(try name("a state or a final")) }
        if take(.on) { return .onEvent(try event()) }
        if take(.do) { return .doEffect(try name("an effect")) }
        if current.kind == .word, following.kind == .dot || isAtStaleEvent { return .named(try event()) }
        let condition = try comparison(over: .values)
        if case .flag(let operand) = condition.content, case .name(let parts) = operand.content, parts.count == 1 {
            let name = Name(parts[0], at: operand.range)
            return .named(EventName(isStale: false, child: nil, name: name, range: operand.range))
        }
        return .condition(condition)
    }
}

extension Keyword {
    /// Whether the word stands behind a fact in some form of a requirement.
    var endsFact: Bool {
        switch self {
        case .only, .never, .until, .falls, .since: true
        default: false
        }
    }
}
