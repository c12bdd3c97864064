package import FlowLanguage
package import KeywayCore

extension Machine {
    /// A `scenario` of the spec, a short story of a run that `check` plays, with its names resolved.
    package struct Scenario: Sendable {
        /// One line of the story.
        package struct Line: Sendable {
            /// What happens, or what must be so by then.
            package enum Content: Sendable {
                /// The event comes with these values, in the order of its fields.
                ///
                /// A stale event is of an earlier attempt, or answers an order for whose answer the run does not wait any more.
                case event(Int, fields: [Value?], isStale: Bool)
                /// The app dies, and another process goes on at once with the run, whose flow has no row that names `restored`; where it
                /// has one, the line is the event `restored`.
                case restart
                /// The clock goes on by so many milliseconds, and what is due by then happens.
                case advance(Int64)
                /// The fact must be true of the run as it is now, or of what the last `on` or `advance` has brought about.
                case expect(Requirement.Fact)
            }

            /// What the line says; events, states and effects are positions in the machine.
            package var content: Content
            /// The line as it stands in the spec, without `on`, `advance` or `expect`.
            package var text: String
            /// Where the line stands in the spec, from its first word to its last.
            package var range: SourceRange
        }

        /// What stands between the quotes behind `scenario`.
        package var title: String
        /// In the order in which they happen.
        package var lines: [Line]
        /// Where the title stands in the spec.
        package var range: SourceRange
    }
}
