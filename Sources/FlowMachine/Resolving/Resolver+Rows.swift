import FlowLanguage
import KeywayCore

extension Resolver {
    /// Resolves all rows, `after` and `within` included, once every scope, timer, event and effect is declared.
    mutating func resolveRows() {
        resolveRestored()
        for pending in pendingRows {
            switch pending.content {
            case .row(let row):
                guard case .events(let names) = row.subject else { continue }
                for name in names { resolve(row, for: name, in: pending.scope) }
            case .deadline(let deadline, let timer): resolve(deadline, timer, in: pending.scope)
            }
        }
        ignoreRestoredElsewhere()
    }

    /// Adds a row of the machine for one of the events that the row names.
    private mutating func resolve(_ row: FlowLanguage.Row, for name: EventName, in scope: Int) {
        let others = row.verb == .on || name.isStale ? [] : ["other"]
        guard let event = event(named: name, or: others) else {
            return addProbableRow(row, name, or: others, in: scope)
        }
        let signature = machine.events[event].signature
        checkVerb(row, name, signature)
        let problems = diagnostics.count
        let environment = Environment(fields: signature.fields, isOpen: isOfUnknownFlow(signature))
        let condition = condition(row.condition, in: environment)
        let body = body(row.body, in: environment)
        let verdict = verdict(of: row, in: scope)
        machine.rows.append(
            .init(
                scope: scope, event: event, condition: condition ?? .always, verdict: verdict ?? .stay, body: body,
                documentation: row.documentation, range: row.range, eventRange: name.range,
                isFaulty: diagnostics.count > problems || verdict == nil || condition == nil))
    }

    /// Whether the event tells the end of a sub-flow whose flow is not known, so that the event's fields are not known.
    func isOfUnknownFlow(_ signature: EventSignature) -> Bool {
        if case .child(let child) = signature.origin { machine.children[child].flow == nil } else { false }
    }

    /// Adds a faulty row for the event whose name is closest to an unknown one, or the `other` row that was meant.
    ///
    /// The unknown name is reported already. Without this row the cells that it was probably meant for would be
    /// reported as undecided too.
    private mutating func addProbableRow(
        _ row: FlowLanguage.Row, _ name: EventName, or others: [String], in scope: Int
    ) {
        guard name.child == nil, let probable = closest(to: name.name.text, among: events.names + others) else {
            return
        }
        guard let meant = events[probable] else {
            machine.scopes[scope].otherRows.append(.init(verb: row.verb, range: name.range))
            return
        }
        machine.rows.append(
            .init(
                scope: scope, event: meant, condition: .always, verdict: .stay, body: Body(), documentation: [],
                range: row.range, eventRange: name.range, isFaulty: true))
    }

    /// Adds the row of an `after` or `within`, for the event of its timer.
    private mutating func resolve(_ deadline: Deadline, _ timer: Int, in scope: Int) {
        let problems = diagnostics.count
        let body = body(deadline.body, in: .noFields)
        let target = target(deadline.target, from: scope)
        if machine.timers[timer].isSession, let target, !isFinal(target) {
            report(
                "the session's deadline must lead to a final, and '\(deadline.target.text)' is not one",
                at: deadline.target.range, .misplacedRow)
        }
        machine.rows.append(
            .init(
                scope: scope, event: machine.timers[timer].event, condition: .always,
                verdict: target.map { .move($0) } ?? .stay, body: body, documentation: [], range: deadline.range,
                eventRange: deadline.range, isFaulty: diagnostics.count > problems || target == nil))
    }

    private func isFinal(_ target: Machine.Target) -> Bool {
        if case .state(let state) = target { machine.states[state].isFinal } else { false }
    }

    /// The position of the event that a row names; nil after a report, which may suggest one of `others` as well.
    ///
    /// An event `stale X`, and one of a child whose flow is not known, is made when a row first names it.
    mutating func event(named name: EventName, or others: [String] = []) -> Int? {
        if let child = name.child { return childEvent(child, name) }
        guard let event = events[name.name.text] else {
            reportUnknown(name.name, "event", .unknownEvent, among: events.names + others)
            return nil
        }
        guard name.isStale else { return event }
        let signature = machine.events[event].signature
        guard signature.origin == .callback || signature.origin == .reply else {
            report(
                "only a callback or a reply can be stale, and '\(name.name.text)' is neither", at: name.range,
                .misplacedRow)
            return nil
        }
        if let known = machine.events.firstIndex(where: { $0.signature.origin == .stale(of: event) }) { return known }
        machine.events.append(
            .init(
                signature: EventSignature(
                    name: "stale \(name.name.text)", origin: .stale(of: event), fields: signature.fields),
                documentation: [], range: name.range))
        return machine.events.count - 1
    }

    /// Reports `reject` for anything but a command, and `late` for an event that cannot be late.
    private mutating func checkVerb(_ row: FlowLanguage.Row, _ name: EventName, _ signature: EventSignature) {
        switch (row.verb, signature.origin) {
        case (.reject, .command), (.on, _), (.ignore, _): break
        case (.late, let origin) where origin.mayBeLate: break
        case (.reject, let origin):
            let advice = origin.mayBeLate ? "write 'late' or 'ignore'" : "write 'ignore'"
            report(
                "only a command can be rejected, and '\(signature.name)' is none: \(advice)", at: name.range,
                .misplacedRow)
        case (.late, _):
            report(
                "only a callback or a reply can be late, and '\(signature.name)' is neither: write 'ignore'",
                at: name.range,
                .misplacedRow)
        }
    }

    /// What the row decides; nil where its target is unknown, which is reported.
    private mutating func verdict(of row: FlowLanguage.Row, in scope: Int) -> Machine.Row.Verdict? {
        switch (row.verb, row.outcome) {
        case (.on, .move(let name)): return target(name, from: scope).map { .move($0) }
        case (.on, _): return .stay
        case (.ignore, _): return .ignore
        case (.reject, _): return .reject
        case (.late, _): return .late
        }
    }

    /// The target of this name; nil after a report, also for a choice outside the scope that declares it.
    mutating func target(_ name: Name, from scope: Int) -> Machine.Target? {
        switch targets[name.text] {
        case .target(let target):
            if case .choice(let choice) = target, !machine.scopes(from: scope).contains(machine.choices[choice].scope) {
                report(
                    "choice '\(name.text)' is not visible here: it lives in '\(machine.scopes[machine.choices[choice].scope].name.text)'",
                    at: name.range, .unknownTarget, see: .init("it is declared here", at: machine.choices[choice].range)
                )
                return nil
            }
            return target
        case .group:
            report(
                "'\(name.text)' is a group; a row leads to a state, a choice or a final", at: name.range, .unknownTarget
            )
            return nil
        case nil:
            reportUnknown(name, "state, choice or final", .unknownTarget, among: targets.names)
            return nil
        }
    }
}

extension EventSignature.Origin {
    /// Whether an event of this origin can come after what it answers or reports is over, so that `late` may name it.
    fileprivate var mayBeLate: Bool {
        switch self {
        case .callback, .reply, .unrecognised, .stale: true
        case .command, .timer, .child, .lane, .restored: false
        }
    }
}
