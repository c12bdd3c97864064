import KeywayCore
import KeywaySuites

/// Watches whether a run keeps a requirement.
struct RequirementWatch {
    let requirement: Requirement
    /// Whether the fact of an `eventually`, or one of the facts that `only after` asks for first, has been so.
    private var hasBeen = false
    /// For a `latest` requirement, the value that the last accepted command with its field gave; nil before any did.
    private var latest: Value?

    init(_ requirement: Requirement) {
        self.requirement = requirement
    }

    /// Takes in one moment of the run, and says how it breaks the requirement; nil if it does not.
    mutating func breach(at moment: Requirement.Fact.Moment) -> String? {
        switch requirement.content {
        case .always(let fact): return fact.holds(at: moment) ? nil : "it is not so here"
        case .never(let fact): return fact.holds(at: moment) ? "it is so here" : nil
        case .sometimes: return nil
        case .eventually(let fact):
            hasBeen = hasBeen || fact.holds(at: moment)
            return nil
        case .latest(let effect, let argument, let field):
            // Accepted by a rule of its own (29f): the event moved the run, or its row stays and has a body.
            if moment.isAccepted, let given = moment.given[field] { latest = given }
            let isLatest = zip(moment.effects, moment.arguments).allSatisfy { ordered, arguments in
                ordered != effect || arguments.indices.contains(argument) && arguments[argument] == latest
            }
            return isLatest ? nil : "the value is not the latest that a command gave"
        case .onlyAfter(let fact, let others, let since):
            let before = hasBeen
            let now = others.filter { $0.isGiven(at: moment) }
            // Facts that were so before the last event named by `since` do not count after that event.
            let isForgotten = moment.isAccepted && since != nil && moment.event == since
            hasBeen = before && !isForgotten || !now.isEmpty
            guard fact.holds(at: moment) else { return nil }
            // Within one step the event comes first: the states and effects that it brings about do not precede it.
            let isInTime = fact.isEvent ? before || now.contains(where: \.isEvent) : hasBeen
            return isInTime ? nil : "what must come before has not been"
        }
    }

    /// How a run that has ended breaks the requirement: nil but for an `eventually` whose fact never was so.
    func breachAtTheEnd() -> String? {
        guard case .eventually = requirement.content, !hasBeen else { return nil }
        return "the run has ended, and it never was so"
    }
}
