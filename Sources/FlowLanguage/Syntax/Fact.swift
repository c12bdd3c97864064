/// What a requirement or a scenario speaks of.
public struct Fact: Sendable {
    /// What can be true of a moment of a run.
    public enum Content: Sendable {
        /// `in polling`: the run is in this state, in a state of this group, or in this final; of a choice, the step goes through it.
        case inTarget(Name)
        /// `on confirmed`: an event, also where a final or effect has the same name.
        case onEvent(EventName)
        /// `do stop`: an effect, also where a final or event has the same name.
        case doEffect(Name)
        /// A condition on the run's variables.
        case condition(Expression)
        /// A name without `in`, `on` or `do`: a target, effect, event, bool, child's final, or `stale` and an event.
        ///
        /// In a clause of a profile the name is that of a role.
        case named(EventName)
        /// Two or more, joined by `or`.
        case any([Fact])
        /// Two or more, joined by `and`.
        case all([Fact])
        /// `not`, and the fact that it stands before.
        indirect case not(Fact)
    }

    /// What must be true. A bare name means the one target, group, effect or event of this name, and is an error where there are two of
    /// them; where there is none it means a bool.
    public var content: Content
    /// Where the fact stands, with the `in`, `on` or `do` before it and with parentheses around it.
    public var range: SourceRange
}

extension Name {
    /// The name by itself as a condition: that the bool of this name is true.
    package var asFlag: Expression {
        Expression(content: .flag(Operand(content: .name([text]), range: range)), range: range)
    }
}
