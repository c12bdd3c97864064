public import FlowLanguage
public import KeywayCore

extension Machine {
    /// A story that the spec tells of its flow, its names resolved.
    public struct Scenario: Sendable {
        /// One line of the story.
        public struct Line: Sendable {
            /// What happens, or what must be so by then.
            public enum Content: Sendable {
                /// The event comes with these values, in the order of its fields; a stale one belongs to something over.
                case event(Int, fields: [Value?], isStale: Bool)
                /// The clock goes on by so many milliseconds, and what is due by then happens.
                case advance(Int64)
                /// Of the run as it is now, or of what the line before has brought about.
                case expect(Requirement.Fact)
            }

            /// Its events, states and effects are positions in the machine.
            public var content: Content
            /// As it stands in the spec, without `on`, `advance` or `expect`.
            public var text: String
            /// From its first word to its last.
            public var range: SourceRange
        }

        /// What stands between the quotes.
        public var title: String
        /// In the order in which they happen.
        public var lines: [Line]
        /// Of the title.
        public var range: SourceRange
    }
}
