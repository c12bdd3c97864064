package import FlowLanguage

extension Machine {
    /// What the spec demands of every run, its names resolved.
    package struct Requirement: Sendable {
        /// What can be true of a moment of a run.
        package enum Fact: Sendable {
            /// One of these states or finals: one, or those of a group.
            case states([Int])
            /// The step goes through this choice.
            case choice(Int)
            /// This event comes and is accepted.
            case event(Int)
            /// This effect is ordered.
            case effect(Int)
            /// The variables are so after the step.
            case condition(Condition)
        }

        /// What is demanded of the facts.
        package enum Content: Sendable {
            /// At how many moments of a run the fact is true.
            case quantified(RequirementDeclaration.Quantifier, Fact)
            /// The first fact, and those of which one at least must have been true by then, since the last such event if one is
            /// named.
            case onlyAfter(Fact, [Fact], since: Int?)
            /// Whenever the effect is ordered, its text at this position is what the last accepted command gave in this field.
            case latest(effect: Int, argument: Int, field: String)
        }

        /// As it stands in the spec, without `require`.
        package var text: String
        /// Its states, events and effects are positions in the machine.
        package var content: Content
        /// From `require` to the last word of the line.
        package var range: SourceRange
    }
}
