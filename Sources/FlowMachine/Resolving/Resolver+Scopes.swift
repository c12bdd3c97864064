import FlowLanguage
import KeywayCore

extension Resolver {
    /// Declares every scope, target, timer, lane and child. Rows and bodies are kept in the `pending` lists and resolved later.
    mutating func resolveScopes() {
        collect(items, in: 0)
        for case .final(let final) in declarations { declareFinal(final) }
        // What seems to be missing may stand in text that the parser could not read: `unreadWords` has the names there, and `within`.
        if machine.liveStates.isEmpty, spec.unreadWords.isEmpty {
            report("a flow needs a state; its first one is where a run begins", at: spec.name.range, .noStates)
        }
        if machine.liveStates.count == machine.states.count, spec.unreadWords.isEmpty {
            report("a flow needs a final, as in 'final failed'", at: spec.name.range, .noStates)
        }
        if !machine.timers.contains(where: \.isSession), !spec.unreadWords.contains("within") {
            report(
                "a flow needs a session deadline, as in 'within 15m -> failed': a run that is left alone ends by itself",
                at: spec.name.range, .noSessionDeadline)
        }
    }

    private mutating func declareFinal(_ final: FinalDeclaration) {
        for item in final.items {
            let (name, range) = item.nameAndRange
            report(
                "'\(final.name.text)' is final, so \(name) cannot stand in it: nothing happens after the end",
                at: range,
                .finalStateLeft)
        }
        guard declare(final.name, as: .target(.state(machine.states.count)), in: \.targets, "target") else { return }
        machine.states.append(
            .init(
                name: final.name, scope: 0, isFinal: true, isSuccess: final.success != nil, waitsForUser: false,
                holds: [],
                keeps: [], documentation: final.documentation, range: final.name.range))
    }

    private mutating func collect(_ items: [Item], in scope: Int) {
        var seen = OncePerScope()
        for item in items { collect(item, in: scope, &seen) }
    }

    /// Declares what the item declares, or keeps it for later.
    private mutating func collect(_ item: Item, in scope: Int, _ seen: inout OncePerScope) {
        switch item {
        case .group(let group): collect(group, in: scope)
        case .state(let state): collect(state, in: scope)
        case .choice(let choice): declareChoice(choice, in: scope)
        case .timer(let name): declareTimer(name, in: scope)
        case .lane(let name, let provider): declareLane(name, of: provider, in: scope)
        case .child(let name, let flow, let parameters, _): declareChild(name, flow, parameters, in: scope)
        case .enter(let body, let range):
            guard once("enter", at: range, in: &seen.enter) else { return }
            pendingEnters.append((scope, body))
        case .row(let row):
            if case .other(let range) = row.subject {
                collectOther(row, at: range, in: scope)
            } else {
                pendingRows.append(.init(scope: scope, content: .row(row)))
            }
        case .hold(let timers, let range):
            guard case .state(let state) = machine.scopes[scope].kind else {
                return report("'hold' stands in a state", at: range, .misplacedRow)
            }
            pendingHolds.append((state, timers))
        case .after(let deadline): declareAfter(deadline, in: scope, &seen)
        case .within(let deadline): declareWithin(deadline, in: scope, &seen)
        case .model(let row):
            report(
                "'\(row.verb.rawValue)' belongs in a provider's file, and this file declares a flow", at: row.range,
                .misplacedRow)
        }
    }

    private mutating func collect(_ group: Group, in scope: Int) {
        if case .state = machine.scopes[scope].kind { reportNested("group", group.name) }
        _ = declare(group.name, as: .group, in: \.targets, "group")
        let inner = addScope(group.name, .group, in: scope)
        collect(group.items, in: inner)
    }

    private mutating func collect(_ state: StateDeclaration, in scope: Int) {
        if case .state = machine.scopes[scope].kind { reportNested("state", state.name) }
        let position = machine.states.count
        _ = declare(state.name, as: .target(.state(position)), in: \.targets, "target")
        let inner = addScope(state.name, .state(position), in: scope)
        machine.states.append(
            .init(
                name: state.name, scope: inner, isFinal: false, waitsForUser: state.waitsForUser, holds: [], keeps: [],
                documentation: state.documentation, range: state.name.range))
        collect(state.items, in: inner)
    }

    /// Reports a state or group that stands inside a state.
    mutating func reportNested(_ kind: String, _ name: Name) {
        report(
            "\(kind) '\(name.text)' stands inside a state; it belongs in a group or in the file", at: name.range,
            .misplacedRow)
    }

    /// Adds a scope directly inside `parent`, and returns its position.
    private mutating func addScope(_ name: Name, _ kind: Machine.Scope.Kind, in parent: Int) -> Int {
        machine.scopes.append(
            .init(name: name, kind: kind, parent: parent, enter: nil, otherRows: [], range: name.range))
        return machine.scopes.count - 1
    }

    private mutating func declareChoice(_ choice: ChoiceDeclaration, in scope: Int) {
        let position = machine.choices.count
        _ = declare(choice.name, as: .target(.choice(position)), in: \.targets, "target")
        machine.choices.append(
            .init(name: choice.name, scope: scope, branches: [], range: choice.name.range, isFaulty: !choice.isWhole))
        pendingChoices.append(.init(position: position, declaration: choice))
    }

    private mutating func declareTimer(_ name: Name, in scope: Int) {
        let event = machine.events.count
        let timer = machine.timers.count
        guard declare(name, as: event, in: \.events, "event") else { return }
        addTimerEvent(name.text, timer, at: name.range)
        machine.timers.append(
            .init(name: name.text, scope: scope, wait: nil, isSession: false, event: event, range: name.range))
    }

    /// Adds the event that tells that the timer at this position fired.
    private mutating func addTimerEvent(_ name: String, _ timer: Int, at range: SourceRange) {
        machine.events.append(
            .init(signature: EventSignature(name: name, origin: .timer(timer)), documentation: [], range: range))
    }

    private mutating func declareAfter(_ deadline: Deadline, in scope: Int, _ seen: inout OncePerScope) {
        guard let wait = wait(of: deadline) else { return }
        if let first = seen.afters[wait] {
            return report(
                "this scope has an 'after \(spelling(of: deadline.wait.range))' already", at: deadline.range,
                .duplicateRow, see: .init("the first stands here", at: first))
        }
        seen.afters[wait] = deadline.range
        addUnnamedTimer("after", wait, deadline, in: scope)
    }

    private mutating func declareWithin(_ deadline: Deadline, in scope: Int, _ seen: inout OncePerScope) {
        guard scope == 0 else {
            return report(
                "'within' is the session's deadline and stands at the top of the file", at: deadline.range,
                .misplacedRow)
        }
        guard once("within", at: deadline.range, in: &seen.within), let wait = wait(of: deadline) else { return }
        addUnnamedTimer("within", wait, deadline, in: scope)
    }

    /// How long the deadline waits; nil after a report.
    private mutating func wait(of deadline: Deadline) -> Machine.Wait? {
        switch deadline.wait {
        case .fixed(let duration):
            if duration.content <= 0 { report("a wait must be longer than nothing", at: duration.range, .emptyRange) }
            return .fixed(Int64(duration.content))
        case .parameter(let name):
            let parameters = machine.variables.filter { variable in
                if case .duration = variable.field.kind { variable.isParameter } else { false }
            }
            guard let position = variables[name.text],
                parameters.contains(where: { $0.field.name == name.text })
            else {
                reportUnknown(
                    name, "parameter of type duration called", .unknownValue, among: parameters.map(\.field.name))
                return nil
            }
            if case .duration(let bounds) = machine.variables[position].field.kind, bounds.lowerBound <= 0 {
                report("a wait must be longer than nothing, and '\(name.text)' may be 0", at: name.range, .emptyRange)
            }
            return .parameter(position)
        }
    }

    private mutating func addUnnamedTimer(
        _ word: String, _ wait: Machine.Wait, _ deadline: Deadline, in scope: Int
    ) {
        let name = "\(word) \(spelling(of: deadline.wait.range))"
        let timer = machine.timers.count
        let event = machine.events.count
        addTimerEvent(name, timer, at: deadline.range)
        machine.timers.append(
            .init(
                name: name, scope: scope, wait: wait, isSession: word == "within",
                event: event, range: deadline.range))
        pendingRows.append(.init(scope: scope, content: .deadline(deadline, timer: timer)))
    }

    /// Adds an `other` row to its scope; reports a second one for the same kinds of event.
    private mutating func collectOther(_ row: FlowLanguage.Row, at range: SourceRange, in scope: Int) {
        if row.verb == .on {
            return report(
                "'on' names its events; only 'ignore', 'reject' and 'late' take 'other'", at: row.range, .misplacedRow)
        }
        // Both claim that callbacks and replies cannot come.
        let claimVerbs: [FlowLanguage.Row.Verb] = [.late, .ignore]
        if let first = machine.scopes[scope].otherRows.first(where: {
            $0.verb == row.verb || (claimVerbs.contains($0.verb) && claimVerbs.contains(row.verb))
        }) {
            return report(
                "this scope has an 'other' row for these events already", at: row.range, .duplicateRow,
                see: .init("the first stands here", at: first.range))
        }
        machine.scopes[scope].otherRows.append(.init(verb: row.verb, range: row.range))
    }

    /// Whether this is the scope's first `enter` or `within`, whichever `what` is; reports a second one.
    ///
    /// - Parameter first: the place of the first one, which is noted here; nil where there is none yet.
    private mutating func once(_ what: String, at range: SourceRange, in first: inout SourceRange?) -> Bool {
        if let earlier = first {
            report(
                "this scope has an '\(what)' already", at: range, .duplicateRow,
                see: .init("the first stands here", at: earlier))
            return false
        }
        first = range
        return true
    }

    /// The spec's text at this place; empty for a place outside of the text.
    private func spelling(of range: SourceRange) -> String {
        let bytes = source.bytes
        guard range.lower >= 0, range.lower <= range.upper, range.upper <= bytes.count else { return "" }
        return String(decoding: bytes[range.lower..<range.upper], as: UTF8.self)
    }
}

/// The places in a scope of what it may have only once: an `enter`, a `within`, and an `after` of one wait; nil while there is none.
private struct OncePerScope {
    var enter: SourceRange?
    var within: SourceRange?
    var afters: [Machine.Wait: SourceRange] = [:]
}

extension Item {
    /// What a message calls the item, and where the item stands in the spec.
    var nameAndRange: (String, SourceRange) {
        switch self {
        case .group(let group): ("group '\(group.name.text)'", group.range)
        case .state(let state): ("state '\(state.name.text)'", state.range)
        case .choice(let choice): ("choice '\(choice.name.text)'", choice.range)
        case .timer(let name): ("timer '\(name.text)'", name.range)
        case .lane(let name, _): ("lane '\(name.text)'", name.range)
        case .child(let name, _, _, _): ("child '\(name.text)'", name.range)
        case .enter(_, let range): ("'enter'", range)
        case .hold(_, let range): ("'hold'", range)
        case .after(let deadline): ("'after'", deadline.range)
        case .within(let deadline): ("'within'", deadline.range)
        case .model(let row): ("'\(row.verb.rawValue)'", row.range)
        case .row(let row):
            switch row.subject {
            case .other: ("'\(row.verb.rawValue) other'", row.range)
            case .events(let events): (events.map { "'\($0.name.text)'" }.joined(separator: ", "), row.range)
            }
        }
    }
}
