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
    func holds(in run: RunState) -> Bool {
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
    struct Moment {
        var event: String?
        var isAccepted = false
        var choices: [String] = []
        var effects: [String] = []
        var state: String
        var run: RunState
    }

    func holds(at moment: Moment) -> Bool {
        switch self {
        case .state(let names): names.contains(moment.state)
        case .choice(let name): moment.choices.contains(name)
        case .event(let name): moment.isAccepted && moment.event == name
        case .effect(let name): moment.effects.contains(name)
        case .condition(let condition): condition.holds(in: moment.run)
        }
    }

    /// Within one step the event comes before what it brings about.
    fileprivate var isEvent: Bool { if case .event = self { true } else { false } }
}

/// Watches whether a run keeps a requirement.
struct RequirementWatch {
    let requirement: Requirement
    /// The facts that `only after` waits for and that have not been so.
    private var missing: Set<Requirement.Fact> = []
    private var hasBeen = false

    init(_ requirement: Requirement) {
        self.requirement = requirement
        if case .onlyAfter(_, let others) = requirement.content { missing = Set(others) }
    }

    /// Notes the moment; says how it breaks the requirement, nil if it does not.
    mutating func breach(at moment: Requirement.Fact.Moment) -> String? {
        switch requirement.content {
        case .always(let fact): return fact.holds(at: moment) ? nil : "it is not so here"
        case .never(let fact): return fact.holds(at: moment) ? "it is so here" : nil
        case .sometimes: return nil
        case .eventually(let fact):
            hasBeen = hasBeen || fact.holds(at: moment)
            return nil
        case .onlyAfter(let fact, _):
            let before = missing
            missing = missing.filter { !$0.holds(at: moment) }
            guard fact.holds(at: moment) else { return nil }
            // What the event itself brings about comes after it.
            let inTime = fact.isEvent ? before.filter { !$0.isEvent }.union(missing) : missing
            return inTime.isEmpty ? nil : "what must come before has not been"
        }
    }

    /// How a run that has ended breaks the requirement.
    func breachAtTheEnd() -> String? {
        guard case .eventually = requirement.content, !hasBeen else { return nil }
        return "the run has ended, and it never was so"
    }
}
