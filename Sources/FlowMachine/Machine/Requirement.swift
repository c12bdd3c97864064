package import FlowLanguage

extension Machine {
    /// What the spec demands of the flow's runs, its names resolved: of every run, but for `sometimes`, which some run must show.
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
            /// At least one of the facts is so.
            case any([Fact])
            /// Each of the facts is so.
            case all([Fact])
            /// The fact is not so.
            indirect case not(Fact)
        }

        /// How often something may happen.
        package enum Limit: Sendable {
            /// This number, from 0 to `greatest`.
            case number(Int)
            /// The value of the parameter at this position among the variables.
            case parameter(Int)

            /// The greatest number that `at most` may name: the explorer counts one further, which takes 7 of the 24 bits in which it
            /// remembers for the requirements what a run did.
            package static let greatest = 63
        }

        /// How many values a variable behind `falls only on` may have at most: the explorer tells each of them apart.
        package static let greatestFallingRange = 64

        /// What is demanded of the facts.
        ///
        /// An event is accepted here if it moves the run, or if the run stays and does something (rule 29f).
        package enum Content: Sendable {
            /// The fact is true always, never, sometimes or eventually.
            case quantified(RequirementDeclaration.Quantifier, Fact)
            /// Whenever the first fact is true, at least one of the others must have been true by then.
            ///
            /// `since` is the position of an event: what was true before the last accepted event of that kind does not
            /// count; what is true in that event's own step does.
            case onlyAfter(Fact, [Fact], since: Int?)
            /// Whenever the effect is ordered, its argument at this position is the text of the latest command.
            ///
            /// The latest command is the last accepted one that gave a value in the field of this name.
            case latest(effect: Int, argument: Int, field: String)
            /// Once the second fact was true, the first is false until the third is true; without a third, for ever.
            ///
            /// Within one step the event comes first. So a second fact that is an event forbids what its own step brings about; any other
            /// forbids from the next moment on. A third fact lifts, at its own moment already, what was forbidden before it.
            case neverAfter(Fact, Fact, until: Fact?)
            /// The first fact is true at no more steps than the limit says.
            ///
            /// Where the second fact is true the count begins anew: before its own step is counted if it is an event, else after it.
            /// Without a second fact the count runs through the whole run.
            case atMost(Limit, Fact, until: Fact?)
            /// The value of the variable, an integer, becomes smaller only where one of these events is accepted.
            case fallsOnly(variable: Int, on: [Int])
            /// Whenever the fact is true, one of the timers runs before or after the step.
            ///
            /// For a fact of events alone the timer must run before the step. When a timer's own event comes, that timer runs no
            /// more. There may be several timers, because timers of several scopes may share a name.
            case onlyWhile(Fact, timers: [Int])
            /// Whenever the command comes in one of these states, the run moves, or stays and does something.
            case alwaysPossible(command: Int, in: [Int])
        }

        /// The requirement as it stands in the spec, without `require`.
        package var text: String
        /// What is demanded; states, events and effects are positions in the machine.
        package var content: Content
        /// Where the requirement stands in the spec, from `require` to the last word of the line.
        package var range: SourceRange
    }
}
