public import Keyway

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
        case any([Condition])
        case all([Condition])
        case not(Condition)
        case test(Keyway.Test)
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
        /// Not before each of the others has been so.
        case onlyAfter(Fact, [Fact])
    }

    /// As the spec has it.
    public var text: String
    public var content: Content

    public init(_ text: String, _ content: Content) {
        self.text = text
        self.content = content
    }
}

extension Requirement.Condition {
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
        package var event: String?
        package var isAccepted: Bool
        package var choices: [String]
        package var effects: [String]
        package var state: String
        package var run: RunState

        package init(
            event: String? = nil, isAccepted: Bool = false, choices: [String] = [], effects: [String] = [],
            state: String, run: RunState
        ) {
            self.event = event
            self.isAccepted = isAccepted
            self.choices = choices
            self.effects = effects
            self.state = state
            self.run = run
        }
    }

    package func holds(at moment: Moment) -> Bool {
        switch self {
        case .state(let names): names.contains(moment.state)
        case .choice(let name): moment.choices.contains(name)
        case .event(let name): moment.isAccepted && moment.event == name
        case .effect(let name): moment.effects.contains(name)
        case .condition(let condition): condition.holds(in: moment.run)
        }
    }

    /// Within one step the event comes before what it brings about.
    package var isEvent: Bool { if case .event = self { true } else { false } }
}
