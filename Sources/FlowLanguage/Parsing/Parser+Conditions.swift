extension Parser {
    /// What the names in a condition mean, which depends on where the condition stands.
    enum Vocabulary {
        /// Fields, variables and cases.
        case values
        /// Paths into a raw callback, in the test of a decoder row; a path by itself is no condition.
        case paths
    }

    /// Reads `when ...` or `otherwise`; nil where neither stands.
    mutating func guardIfAny() throws(Unreadable) -> Guard? {
        let token = current
        if take(.otherwise) { return .otherwise(token.range) }
        return take(.when) ? .when(try condition()) : nil
    }

    /// Reads alternatives, joined by `or`.
    mutating func condition(over vocabulary: Vocabulary = .values) throws(Unreadable) -> Expression {
        try joined(by: .or) { parser throws(Unreadable) in
            try parser.conjunction(over: vocabulary)
        } as: { parts, range in
            Expression(content: .any(parts), range: range)
        }
    }

    /// Reads conditions joined by `and`.
    private mutating func conjunction(over vocabulary: Vocabulary) throws(Unreadable) -> Expression {
        try joined(by: .and) { parser throws(Unreadable) in
            try parser.negation(over: vocabulary)
        } as: { parts, range in
            Expression(content: .all(parts), range: range)
        }
    }

    /// Reads one part, or several with the word between them, which are joined.
    mutating func joined<Content>(
        by word: Keyword, _ read: (inout Parser) throws(Unreadable) -> Content,
        as join: ([Content], SourceRange) -> Content
    ) throws(Unreadable) -> Content {
        let start = position
        var parts = [try read(&self)]
        while take(word) { parts.append(try read(&self)) }
        return parts.count == 1 ? parts[0] : join(parts, range(from: start))
    }

    private mutating func negation(over vocabulary: Vocabulary) throws(Unreadable) -> Expression {
        try negated(over: vocabulary) { parser throws(Unreadable) in
            try parser.primary(over: vocabulary)
        } by: { expression, range in
            Expression(content: .not(expression), range: range)
        }
    }

    /// Reads any number of `not`, in a loop: a hundred thousand of them must not become as many calls.
    mutating func negated<Content>(
        over vocabulary: Vocabulary = .values, _ read: (inout Parser) throws(Unreadable) -> Content,
        by negate: (Content, SourceRange) -> Content
    ) throws(Unreadable) -> Content {
        let first = position
        // In a decoder's test `not.found` is a path, whose first field is called `not`.
        while at(.not), !(vocabulary == .paths && following.kind == .dot) { position += 1 }
        let count = position - first
        guard conditionDepth + count <= Self.deepestCondition else {
            throw nestedTooDeep("negations", limit: Self.deepestCondition)
        }
        conditionDepth += count
        var content = try read(&self)
        conditionDepth -= count
        for start in (first..<first + count).reversed() { content = negate(content, range(from: start)) }
        return content
    }

    /// Reads a condition in parentheses, or one without `and`, `or` and `not`.
    private mutating func primary(over vocabulary: Vocabulary) throws(Unreadable) -> Expression {
        guard at(.leftParenthesis) else { return try comparison(over: vocabulary) }
        return try nested { parser throws(Unreadable) in try parser.condition(over: vocabulary) }
    }

    /// Reads what stands in parentheses, which may not be nested too deep.
    mutating func nested<Content>(
        _ read: (inout Parser) throws(Unreadable) -> Content
    ) throws(Unreadable) -> Content {
        guard conditionDepth < Self.deepestCondition else {
            throw nestedTooDeep("parentheses", limit: Self.deepestCondition)
        }
        conditionDepth += 1
        let inner = try parenthesized(read)
        conditionDepth -= 1
        return inner
    }

    /// Reads a comparison, an `in`, a `present` or `absent`, or the name of a bool.
    mutating func comparison(over vocabulary: Vocabulary) throws(Unreadable) -> Expression {
        let start = position
        let left = try operand(over: vocabulary)
        if let relation = current.kind.relation {
            position += 1
            let right = try operand(over: vocabulary)
            return Expression(content: .comparison(left, relation, right), range: range(from: start))
        }
        if take(.in) {
            let content = try membership(of: left, over: vocabulary)
            return Expression(content: content, range: range(from: start))
        }
        guard case .name = left.content else { throw unexpected("a comparison or 'in'") }
        if take(.present) { return Expression(content: .present(left), range: range(from: start)) }
        if take(.absent) { return Expression(content: .absent(left), range: range(from: start)) }
        guard vocabulary == .values else { throw unexpected("a comparison, 'in', 'present' or 'absent'") }
        return Expression(content: .flag(left), range: left.range)
    }

    /// Reads what stands behind `in`: values in braces, or the name of a set.
    private mutating func membership(
        of left: Operand, over vocabulary: Vocabulary
    ) throws(Unreadable) -> Expression.Content {
        guard take(.leftBrace) else { return .containment(left, in: try operand(over: vocabulary)) }
        openBrackets += 1
        let values = try list { parser throws(Unreadable) in try parser.operand(over: vocabulary) }
        try expect(.rightBrace)
        openBrackets -= 1
        return .membership(left, of: values)
    }

    private mutating func operand(over vocabulary: Vocabulary) throws(Unreadable) -> Operand {
        switch vocabulary {
        case .values: try value()
        case .paths: try pathOrLiteral()
        }
    }
}

extension Token.Kind {
    /// The comparison that the sign stands for; nil for any other token.
    fileprivate var relation: Expression.Relation? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }
}
