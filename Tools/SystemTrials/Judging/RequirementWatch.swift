import FlowLanguage
import FlowMachine
import KeywayCore

/// One requirement of a flow, watched along one leg.
struct RequirementWatch: Sendable {
    enum Verdict {
        case silent, broken, witnessed
    }

    /// As the explorer calls what it proves.
    let name: String
    private let content: Machine.Requirement.Content
    /// Of the facts that count once they have been so, whether they have.
    private var seen: [Bool]
    /// Of the field that is asked about, what a command gave last.
    private var latest: Value?

    init(_ name: String, _ content: Machine.Requirement.Content) {
        self.name = name
        self.content = content
        switch content {
        case .quantified: seen = [false]
        case .latest: seen = []
        case .onlyAfter(_, let causes, since: _): seen = causes.map { _ in false }
        }
    }

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
            // What the event itself brings about comes after it, and what was before does not count any more.
            if let since, !fact.isEvent(since), moment.shows(.event(since)) { seen = causes.map { _ in false } }
            defer {
                // Of the event that comes after, the one before is meant.
                if let since, fact.isEvent(since), moment.shows(fact) { seen = causes.map { _ in false } }
                for place in causes.indices where moment.shows(causes[place], asCause: true) { seen[place] = true }
            }
            guard moment.shows(fact) else { return .silent }
            let isPreceded = zip(causes, seen).contains { cause, wasSeen in
                if wasSeen { return true }
                // What an event brings about comes after it.
                if case .event = fact, !cause.isEvent { return false }
                return moment.shows(cause, asCause: true)
            }
            return isPreceded ? .silent : .broken
        }
    }
}

extension Machine.Requirement.Fact {
    var isEvent: Bool { if case .event = self { true } else { false } }

    func isEvent(_ position: Int) -> Bool { if case .event(position) = self { true } else { false } }
}
