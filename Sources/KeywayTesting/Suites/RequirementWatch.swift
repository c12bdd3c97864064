import KeywaySuites

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
