/// What the runs of a flow have to keep: `require authenticated only after confirmed`.
public struct RequirementDeclaration: Sendable {
    /// How often the fact must hold.
    public enum Quantifier: String, Sendable { case always, never, sometimes, eventually }

    /// What is demanded.
    ///
    /// An event is accepted here if it moves the run, or if the run stays and does something (rule 29f).
    public enum Content: Sendable {
        /// `never failed`: the fact is true always, never, sometimes or eventually.
        case quantified(Quantifier, Fact)
        /// `A only after B, C`: whenever A is true, B or C must have been true by then.
        ///
        /// With `since E`, what was true before the last accepted event E does not count; what is true in E's own step does.
        case onlyAfter(Fact, [Fact], since: EventName?)
        /// `do request(phone) with the latest phone`: the effect's argument `phone` is the text that the last accepted command with a
        /// field `phone` gave in it.
        case latest(effect: Name, argument: Name, field: Name)
        /// `A never after B until C`: once B was true, A is false until C is true; without `until C`, for ever. Which of them counts first
        /// within one step, rule 33b says.
        case neverAfter(Fact, Fact, until: Fact?)
        /// `at most N A until C`: A happens N times at most, and where C is true the count begins anew.
        ///
        /// Without `until C` the whole run counts. N is a number or a parameter of the flow, from 0 to 63.
        case atMost(Operand, Fact, until: Fact?)
        /// `tries falls only on resend, start`: the variable becomes smaller only where such an event is accepted.
        case fallsOnly(Name, on: [EventName])
        /// `A only while life`: whenever A is true, the timer of this name runs, as the event comes or behind the step; where A speaks of
        /// an event alone, as the event comes.
        case onlyWhile(Fact, timer: Name)
        /// `always possible cancel in polling`: whenever the command comes in these states and groups, it is accepted.
        case alwaysPossible(command: Name, in: [Name])
    }

    /// What is demanded; the names in it are still to be looked up.
    public var content: Content
    /// Where the requirement stands, from `require` to the last word of the line.
    public var range: SourceRange
}

extension RequirementDeclaration {
    /// The requirement as it stands in the text, without `require`.
    package func words(in source: SourceText) -> String {
        String(source.text(in: range).dropFirst("require".count).drop { $0 == " " })
    }
}
