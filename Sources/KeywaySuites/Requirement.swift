public import KeywayCore

/// What a spec demands of every run, `authenticated only after confirmed`.
public struct Requirement: Hashable, Sendable {
    /// What a requirement speaks of; names are those of the spec.
    public enum Fact: Hashable, Sendable {
        /// The run is in one of these states: one, or those of a group.
        case state([String])
        /// The run went through the choice.
        case choice(String)
        /// The event came and was accepted.
        case event(String)
        /// The effect was ordered.
        case effect(String)
        /// The variables are so.
        case condition(Condition)
    }

    /// A condition over the variables, by their positions.
    public indirect enum Condition: Hashable, Sendable {
        /// At least one part holds.
        case any([Condition])
        /// Every part holds.
        case all([Condition])
        /// The part does not hold.
        case not(Condition)
        /// A question about variables alone: at a moment there are no fields to ask.
        case test(Table.Test)
    }

    /// What must hold of the facts.
    public enum Content: Hashable, Sendable {
        /// At every moment.
        case always(Fact)
        /// At no moment.
        case never(Fact)
        /// In every run that has ended.
        case eventually(Fact)
        /// In some run; no single run can break it.
        case sometimes(Fact)
        /// Not before one of the others at least has been so, since the last event of this name if there is one.
        case onlyAfter(Fact, [Fact], since: String? = nil)
        /// Whenever the effect is ordered, its argument at this place is what the last accepted command gave in this field.
        case latest(effect: String, argument: Int, field: String)
    }

    /// As the spec has it.
    public var text: String
    /// Says at which moments of a run the facts are looked at.
    public var content: Content

    public init(_ text: String, _ content: Content) {
        self.text = text
        self.content = content
    }
}

extension Requirement.Condition {
    /// Looks at the run's variables and nothing else.
    package func holds(in run: RunState) -> Bool {
        switch self {
        case .any(let parts): parts.contains { $0.holds(in: run) }
        case .all(let parts): parts.allSatisfy { $0.holds(in: run) }
        case .not(let part): !part.holds(in: run)
        case .test(let test): test.holds(values: run.values, fields: [])
        }
    }
}

extension Requirement.Fact {
    /// What was so at one step.
    package struct Moment {
        /// Its name, with `stale` before it where it is of something closed; nil at the beginning of a run.
        package var event: String?
        /// Whether it is an effect's `otherwise`, which nobody has given.
        package var isOtherwise: Bool
        /// Whether the event moved the run, or stayed with something to do; false at the beginning.
        package var isAccepted: Bool
        /// Those that the step went through, by name and in order.
        package var choices: [String]
        /// Those that the step ordered, by name and in order.
        package var effects: [String]
        /// Of each of these its arguments.
        package var arguments: [[Value?]]
        /// What came with a command, by name; empty where it was none.
        package var given: [String: Value]
        /// The one that the step led to.
        package var state: String
        /// As the step left it.
        package var run: RunState

        package init(
            event: String? = nil, isOtherwise: Bool = false, isAccepted: Bool = false, choices: [String] = [],
            effects: [String] = [], arguments: [[Value?]] = [], given: [String: Value] = [:], state: String,
            run: RunState
        ) {
            self.event = event
            self.isOtherwise = isOtherwise
            self.isAccepted = isAccepted
            self.choices = choices
            self.effects = effects
            self.arguments = arguments
            self.given = given
            self.state = state
            self.run = run
        }
    }

    /// An event that was not accepted is not so.
    package func holds(at moment: Moment) -> Bool {
        switch self {
        case .state(let names): names.contains(moment.state)
        case .choice(let name): moment.choices.contains(name)
        case .event(let name): moment.isAccepted && moment.event == name
        case .effect(let name): moment.effects.contains(name)
        case .condition(let condition): condition.holds(in: moment.run)
        }
    }

    /// Whether something else may come after it: an effect's `otherwise` is the flow's own word, which nobody gave.
    package func isGiven(at moment: Moment) -> Bool {
        holds(at: moment) && !(isEvent && moment.isOtherwise)
    }

    /// Within one step the event comes before what it brings about.
    package var isEvent: Bool { if case .event = self { true } else { false } }
}
