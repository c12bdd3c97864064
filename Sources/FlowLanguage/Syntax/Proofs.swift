/// `require authenticated only after confirmed`
public struct RequirementDeclaration: Sendable {
    /// How often the fact must hold.
    public enum Quantifier: String, Sendable { case always, never, sometimes, eventually }

    /// What is demanded.
    public enum Content: Sendable {
        /// `never failed`: at how many moments of a run the fact is true.
        case quantified(Quantifier, Fact)
        /// The first fact, and those of which one at least must have been true by then, since the last event of that name if
        /// there is one.
        case onlyAfter(Fact, [Fact], since: EventName?)
        /// `do request(phone) with the latest phone`: the argument is what the last command gave that gave the field.
        case latest(effect: Name, argument: Name, field: Name)
    }

    /// Its names are still to be looked up.
    public var content: Content
    /// From `require` to the last word of the line.
    public var range: SourceRange
}

/// What a requirement or a scenario speaks of.
public struct Fact: Sendable {
    /// What can be true of a moment of a run.
    public enum Content: Sendable {
        /// `in polling`: the run is in this state, in a state of this group, or in this final.
        case inTarget(Name)
        /// `on confirmed`: an event, also where a final or effect has the same name.
        case onEvent(EventName)
        /// `do stop`: an effect, also where a final or event has the same name.
        case doEffect(Name)
        /// Over the run's variables.
        case condition(Expression)
        /// A bare name, a child's final, or `stale` and an event: a final, event or effect.
        case named(EventName)
    }

    /// A bare name is meant as a target if there is one, else as an effect, else as an event.
    public var content: Content
    /// With the `in`, `on` or `do` before it.
    public var range: SourceRange
}

/// A story in the spec's own words.
public struct Scenario: Sendable {
    /// One line of the story.
    public enum Line: Sendable {
        /// The event comes, with these values in its fields.
        case on(EventName, [Argument], range: SourceRange)
        /// The clock goes on by so many milliseconds.
        case advance(Located<Int>)
        /// What must be true by then.
        case expect(Fact)
    }

    /// What stands between the quotes.
    public var title: Located<String>
    /// In the order in which they happen.
    public var lines: [Line]
    /// From the keyword to the closing brace.
    public var range: SourceRange
}
