/// `require authenticated only after confirmed`
public struct Requirement: Sendable {
    /// How often the fact must hold.
    public enum Quantifier: String, Sendable { case always, never, sometimes, eventually }

    /// What is demanded.
    public enum Content: Sendable {
        case quantified(Quantifier, Fact)
        case onlyAfter(Fact, [Fact])
    }

    public var content: Content
    public var range: SourceRange
}

/// What a requirement or a scenario speaks of.
public struct Fact: Sendable {
    /// What can be true of a moment of a run.
    public enum Content: Sendable {
        case inTarget(Name)
        case onEvent(EventName)
        case doEffect(Name)
        case condition(Expression)
        /// A bare name, or a child's final: a final, event or effect.
        case named(EventName)
    }

    public var content: Content
    public var range: SourceRange
}

/// A story in the spec's own words.
public struct Scenario: Sendable {
    /// One line of the story.
    public enum Line: Sendable {
        case on(EventName, [Argument], range: SourceRange)
        case advance(Located<Int>)
        case expect(Fact)
    }

    public var title: Located<String>
    public var lines: [Line]
    public var range: SourceRange
}
