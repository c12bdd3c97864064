import KeywayCore
import KeywaySuites

/// Watches whether a run keeps a requirement.
struct RequirementWatch {
    let requirement: Requirement
    /// Whether one of the facts has been so that `only after` or `eventually` waits for.
    private var hasBeen = false
    /// What the last accepted command gave that gave the field which must be the latest.
    private var latest: Value?

    init(_ requirement: Requirement) {
        self.requirement = requirement
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
        case .latest(let effect, let argument, let field):
            if moment.isAccepted, let given = moment.given[field] { latest = given }
            let isLatest = zip(moment.effects, moment.arguments).allSatisfy { ordered, arguments in
                ordered != effect || arguments.indices.contains(argument) && arguments[argument] == latest
            }
            return isLatest ? nil : "the value is not the latest that a command gave"
        case .onlyAfter(let fact, let others, let since):
            let before = hasBeen
            let now = others.filter { $0.isGiven(at: moment) }
            // What was before the last such event counts for nothing that comes after it.
            let isForgotten = moment.isAccepted && since != nil && moment.event == since
            hasBeen = before && !isForgotten || !now.isEmpty
            guard fact.holds(at: moment) else { return nil }
            // What the event itself brings about comes after it.
            let isInTime = fact.isEvent ? before || now.contains(where: \.isEvent) : hasBeen
            return isInTime ? nil : "what must come before has not been"
        }
    }

    /// How a run that has ended breaks the requirement.
    func breachAtTheEnd() -> String? {
        guard case .eventually = requirement.content, !hasBeen else { return nil }
        return "the run has ended, and it never was so"
    }
}
