public import FlowLanguage

extension Machine {
    /// What the spec demands of every run, its names resolved.
    public struct Requirement: Sendable {
        /// What can be true of a moment of a run.
        public enum Fact: Sendable {
            /// One of these states or finals: one, or those of a group.
            case states([Int])
            case choice(Int)
            case event(Int)
            case effect(Int)
            case condition(Condition)
        }

        /// What is demanded of the facts.
        public enum Content: Sendable {
            case quantified(FlowLanguage.Requirement.Quantifier, Fact)
            case onlyAfter(Fact, [Fact])
        }

        /// As it stands in the spec, without `require`.
        public var text: String
        public var content: Content
        public var range: SourceRange
    }
}
