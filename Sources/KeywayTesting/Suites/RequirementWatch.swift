import KeywayCore
import KeywaySuites

/// Watches whether a run keeps a requirement.
struct RequirementWatch {
    let requirement: Requirement
    /// `eventually`: whether the fact has held. `only after`: whether one of the earlier facts has, since the last
    /// accepted `since` event. `never after`: whether the cause has held, and its limit not since.
    private var hasHeld = false
    /// How often what `at most` counts has happened.
    private var count = 0
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
            hasHeld = hasHeld || fact.holds(at: moment)
            return nil
        case .latest(let effect, let argument, let field):
            // Only a command that moved the run, or stayed and did something, counts as accepted here (rule 29f).
            // README calls every command accepted that is not rejected.
            if moment.isActedOn, let given = moment.given[field] { latest = given }
            // An order whose value a restart took away is not performed, so it asks nothing of anybody.
            let isLatest = zip(moment.effects, moment.arguments).allSatisfy { ordered, arguments in
                ordered != effect
                    || arguments.indices.contains(argument) && [latest, .withheld].contains(arguments[argument])
            }
            return isLatest ? nil : "the value is not the latest that a command gave"
        case .onlyAfter(let fact, let others, let since): return breach(of: fact, onlyAfter: others, since, at: moment)
        case .neverAfter(let fact, let cause, let limit): return breach(of: fact, neverAfter: cause, limit, at: moment)
        case .atMost(let limit, let fact, let end): return breach(of: fact, atMost: limit, end, at: moment)
        case .fallsOnly(let variable, let events):
            let isAllowed = events.contains { Requirement.Fact.event($0).holds(at: moment) }
            return moment.falls(variable) && !isAllowed ? "it falls here" : nil
        case .onlyWhile(let fact, let timers):
            let runs = moment.runs(timers) || !fact.isOfEvents && moment.willRun(timers)
            return fact.holds(at: moment) && !runs ? "the timer does not run here" : nil
        case .alwaysPossible(let command, let states):
            let comes = moment.event == command && moment.stateBefore.map(states.contains) ?? false
            return comes && !moment.isActedOn ? "the command does nothing here" : nil
        }
    }

    private mutating func breach(
        of fact: Requirement.Fact, onlyAfter others: [Requirement.Fact], _ since: String?,
        at moment: Requirement.Fact.Moment
    ) -> String? {
        let before = hasHeld
        let now = others.filter { $0.holds(at: moment, asCause: true) }
        // Facts that held before the last event named by `since` do not count after that event.
        let isForgotten = moment.isActedOn && since != nil && moment.event == since
        hasHeld = before && !isForgotten || !now.isEmpty
        guard fact.holds(at: moment) else { return nil }
        // Within one step the event comes first: the states and effects that it brings about do not precede it.
        let isInTime = fact.isOfEvents ? before || now.contains(where: \.isOfEvents) : hasHeld
        return isInTime ? nil : "what must come before has not been"
    }

    private mutating func breach(
        of fact: Requirement.Fact, neverAfter cause: Requirement.Fact, _ limit: Requirement.Fact?,
        at moment: Requirement.Fact.Moment
    ) -> String? {
        let (begins, ends) = (cause.holds(at: moment), limit?.holds(at: moment) ?? false)
        let endsByEvent = ends && limit?.isOfEvents ?? false
        let before = hasHeld
        // Within one step the event comes first, and the states and effects that it brings about come after it.
        var isForbidden = before && !endsByEvent || begins && cause.isOfEvents
        hasHeld = isForbidden && !(ends && !endsByEvent) || begins && !cause.isOfEvents
        if ends, !endsByEvent { isForbidden = false }
        guard fact.holds(at: moment), fact.isOfEvents ? before : isForbidden else { return nil }
        return "it is so here, after what forbids it"
    }

    private mutating func breach(
        of fact: Requirement.Fact, atMost limit: Requirement.Limit, _ end: Requirement.Fact?,
        at moment: Requirement.Fact.Moment
    ) -> String? {
        let ends = end?.holds(at: moment) ?? false
        let endsByEvent = ends && end?.isOfEvents ?? false
        if endsByEvent { count = 0 }
        defer { if ends, !endsByEvent { count = 0 } }
        guard fact.holds(at: moment) else { return nil }
        count += 1
        return count > limit.number(in: moment.run) ? "it happens \(count) times by now" : nil
    }

    /// How a run that has ended breaks the requirement: nil except for an `eventually` whose fact has never held.
    func breachAtTheEnd() -> String? {
        guard case .eventually = requirement.content, !hasHeld else { return nil }
        return "the run has ended, and it never was so"
    }
}

extension Requirement.Limit {
    fileprivate func number(in run: RunState) -> Int {
        switch self {
        case .number(let number): return number
        case .parameter(let variable):
            guard case .integer(let chosen)? = run.values[variable] else { return 0 }
            return Int(clamping: chosen)
        }
    }
}
