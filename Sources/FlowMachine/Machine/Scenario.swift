package import FlowLanguage
package import KeywayCore

extension Machine {
    /// A story that the spec tells of its flow, its names resolved.
    package struct Scenario: Sendable {
        /// One line of the story.
        package struct Line: Sendable {
            /// What happens, or what must be so by then.
            package enum Content: Sendable {
                /// The event comes with these values, in the order of its fields; a stale one belongs to something over.
                case event(Int, fields: [Value?], isStale: Bool)
                /// The clock goes on by so many milliseconds, and what is due by then happens.
                case advance(Int64)
                /// Of the run as it is now, or of what the line before has brought about.
                case expect(Requirement.Fact)
            }

            /// Its events, states and effects are positions in the machine.
            package var content: Content
            /// As it stands in the spec, without `on`, `advance` or `expect`.
            package var text: String
            /// From its first word to its last.
            package var range: SourceRange
        }

        /// What stands between the quotes.
        package var title: String
        /// In the order in which they happen.
        package var lines: [Line]
        /// Of the title.
        package var range: SourceRange
    }
}
