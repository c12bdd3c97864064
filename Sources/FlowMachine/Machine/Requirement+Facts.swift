extension Machine.Requirement.Fact {
    /// The parts that `and`, `or` and `not` join in the fact; the fact itself where it has none of these.
    package var atoms: [Machine.Requirement.Fact] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.atoms)
        case .not(let part): part.atoms
        case .states, .choice, .event, .effect, .condition: [self]
        }
    }

    /// The events that the fact names.
    package var events: [Int] { atoms.compactMap { if case .event(let event) = $0 { event } else { nil } } }

    /// The conditions in the fact.
    package var conditions: [Condition] {
        atoms.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
    }

    /// Whether the fact speaks of events alone. Within one step an event comes first, and what it brings about comes after it.
    package var isOfEvents: Bool { atoms.allSatisfy { if case .event = $0 { true } else { false } } }

    /// Whether the fact is true only at single steps, at which something happens; a state or a condition lasts.
    ///
    /// Of facts joined by `and`, one that happens is enough: the others are then asked at that step alone.
    package var happens: Bool {
        switch self {
        case .event, .effect, .choice: true
        case .states, .condition, .not: false
        case .all(let parts): parts.contains { $0.happens }
        case .any(let parts): parts.allSatisfy { $0.happens }
        }
    }
}
