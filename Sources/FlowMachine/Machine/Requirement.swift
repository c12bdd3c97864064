package import FlowLanguage

extension Machine {
    /// What the spec demands of every run, its names resolved.
    package struct Requirement: Sendable {
        /// What can be true of a moment of a run.
        package enum Fact: Sendable {
            /// The run is in one of these states or finals: the one that is named, or those of a named group.
            case states([Int])
            /// The step goes through this choice.
            case choice(Int)
            /// This event comes and is accepted: it moves the run, or the run stays and does something.
            case event(Int)
            /// This effect is ordered.
            case effect(Int)
            /// The condition on the variables holds after the step.
            case condition(Condition)
        }

        /// What is demanded of the facts.
        package enum Content: Sendable {
            /// The fact is true always, never, sometimes or eventually.
            case quantified(RequirementDeclaration.Quantifier, Fact)
            /// Whenever the first fact is true, at least one of the others must have been true by then.
            ///
            /// With `since`, the position of an event, only what came since the last accepted event of that kind
            /// counts.
            case onlyAfter(Fact, [Fact], since: Int?)
            /// Whenever the effect is ordered, its argument at this position is the text of the latest command.
            ///
            /// The latest command is the last accepted one that gave a value in the field of this name.
            case latest(effect: Int, argument: Int, field: String)
        }

        /// The requirement as it stands in the spec, without `require`.
        package var text: String
        /// What is demanded; states, events and effects are positions in the machine.
        package var content: Content
        /// Where the requirement stands in the spec, from `require` to the last word of the line.
        package var range: SourceRange
    }
}
