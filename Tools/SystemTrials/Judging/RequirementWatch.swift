import FlowLanguage
import FlowMachine
import KeywayCore

/// Checks one requirement of a flow at each step of one leg.
struct RequirementWatch: Sendable {
    enum Verdict {
        /// Nothing to tell at this step.
        case silent
        case broken
        /// The step shows that what a requirement `sometimes` asks for is possible.
        case witnessed
    }

    /// The explorer's name of the requirement.
    let name: String
    /// What the requirement asks.
    private let content: Machine.Requirement.Content
    /// Whether each fact that has to be remembered has held: the fact of `eventually`; the cause of `never after`, which is forgotten when
    /// its `until` holds; each cause of `only after`, which is forgotten when the event of its `since` is acted on.
    private var seen: [Bool]
    /// The value for the field of `with the latest` that came with the last command on which the run acted and which gave one.
    private var latest: Value?
    /// How often the fact of `at most` has happened since its `until` held last.
    private var count = 0

    init(_ name: String, _ content: Machine.Requirement.Content) {
        self.name = name
        self.content = content
        switch content {
        case .quantified, .neverAfter: seen = [false]
        case .latest, .atMost, .fallsOnly, .onlyWhile, .alwaysPossible: seen = []
        case .onlyAfter(_, let causes, since: _): seen = causes.map { _ in false }
        }
    }

    /// Checks the requirement at a step of the leg; `hasEnded`: whether the leg is over with this step.
    mutating func see(_ moment: Moment, hasEnded: Bool) -> Verdict {
        switch content {
        case .quantified(let quantifier, let fact):
            let isSo = moment.shows(fact)
            seen[0] = seen[0] || isSo
            switch quantifier {
            case .always: return isSo ? .silent : .broken
            case .never: return isSo ? .broken : .silent
            case .sometimes: return isSo ? .witnessed : .silent
            case .eventually: return hasEnded && !seen[0] ? .broken : .silent
            }
        case .latest(let effect, let argument, let field):
            latest = moment.given[field] ?? latest
            guard let latest else { return .silent }
            let isOlder = zip(moment.effects, moment.arguments).contains { $0 == effect && $1[argument] != latest }
            return isOlder ? .broken : .silent
        case .onlyAfter(let fact, let causes, let since):
            return isPreceded(fact, by: causes, since, at: moment) ? .silent : .broken
        case .neverAfter(let fact, let cause, let limit):
            return isForbidden(fact, after: cause, until: limit, at: moment) ? .broken : .silent
        case .atMost(let limit, let fact, let end):
            return happens(fact, until: end, at: moment) > moment.number(limit) ? .broken : .silent
        case .fallsOnly(let variable, let events):
            let isAllowed = events.contains { moment.shows(.event($0)) }
            return moment.falls(variable) && !isAllowed ? .broken : .silent
        case .onlyWhile(let fact, let timers):
            return moment.shows(fact) && !moment.runs(timers, when: fact) ? .broken : .silent
        case .alwaysPossible(let command, let states):
            guard moment.event == command, let before = moment.before else { return .silent }
            return states.contains(before.state) && !moment.isActedOn ? .broken : .silent
        }
    }

    /// Whether one of the causes held before the fact; true also where the fact does not hold now.
    private mutating func isPreceded(
        _ fact: Machine.Requirement.Fact, by causes: [Machine.Requirement.Fact], _ since: Int?, at moment: Moment
    ) -> Bool {
        // The event of `since` makes the earlier causes forgotten. A fact that holds in the same step needs a new cause.
        if let since, !fact.isEvent(since), moment.shows(.event(since)) { seen = causes.map { _ in false } }
        defer {
            // Where the fact is that event itself, the causes since its previous occurrence count for it, so they are forgotten only now.
            if let since, fact.isEvent(since), moment.shows(fact) { seen = causes.map { _ in false } }
            // As a cause, the `otherwise` of an effect does not count.
            for place in causes.indices where moment.shows(causes[place], asCause: true) { seen[place] = true }
        }
        guard moment.shows(fact) else { return true }
        return zip(causes, seen).contains { cause, wasSeen in
            if wasSeen { return true }
            // Within a step the event comes first, so what the event brings about cannot be its cause.
            if fact.isOfEvents, !cause.isOfEvents { return false }
            return moment.shows(cause, asCause: true)
        }
    }

    /// Whether the fact holds while it is forbidden: after the cause has held, and until the fact `limit` holds.
    private mutating func isForbidden(
        _ fact: Machine.Requirement.Fact, after cause: Machine.Requirement.Fact, until limit: Machine.Requirement.Fact?,
        at moment: Moment
    ) -> Bool {
        var isForbidden = false
        // First the facts about the step's event, then those about all that the event brings about.
        for isEvent in [true, false] {
            func shows(_ fact: Machine.Requirement.Fact?) -> Bool {
                fact.map { $0.isOfEvents == isEvent && moment.shows($0) } ?? false
            }
            if shows(fact), seen[0], isEvent || !shows(limit) { isForbidden = true }
            if shows(limit) { seen[0] = false }
            if shows(cause) { seen[0] = true }
        }
        return isForbidden
    }

    /// Counts the fact if it happens now, and returns how often it has happened; 0 if it does not happen now.
    private mutating func happens(
        _ fact: Machine.Requirement.Fact, until end: Machine.Requirement.Fact?, at moment: Moment
    ) -> Int {
        let ends = end.map { moment.shows($0) } ?? false
        if ends, end?.isOfEvents == true { count = 0 }
        defer { if ends, end?.isOfEvents == false { count = 0 } }
        guard moment.shows(fact) else { return 0 }
        count += 1
        return count
    }
}

extension Machine.Requirement.Fact {
    fileprivate func isEvent(_ position: Int) -> Bool { if case .event(position) = self { true } else { false } }
}

extension Moment {
    fileprivate func number(_ limit: Machine.Requirement.Limit) -> Int {
        switch limit {
        case .number(let number): return number
        case .parameter(let variable):
            guard case .integer(let chosen)? = values[variable] else { return 0 }
            return Int(clamping: chosen)
        }
    }

    fileprivate func falls(_ variable: Int) -> Bool {
        guard case .integer(let earlier)? = before?.values[variable], case .integer(let now)? = values[variable] else {
            return false
        }
        return now < earlier
    }

    /// Whether one of the timers `asked` runs when the event comes or, for a fact that is not about events, after the step.
    fileprivate func runs(_ asked: [Int], when fact: Machine.Requirement.Fact) -> Bool {
        let earlier = before?.timers.filter { $0 != fired } ?? []
        return asked.contains(where: earlier.contains) || !fact.isOfEvents && !timers.isDisjoint(with: asked)
    }
}
