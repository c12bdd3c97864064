/// A short story of a run in the spec's own words: what happens, and what the run must then be or do.
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

    /// The title, which is what stands between the quotes.
    public var title: Located<String>
    /// The lines, in the order in which they happen.
    public var lines: [Line]
    /// Where the scenario stands, from the keyword to the closing brace.
    public var range: SourceRange
}
