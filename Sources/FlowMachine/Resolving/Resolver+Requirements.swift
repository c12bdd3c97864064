import FlowLanguage
import KeywayCore

extension Kind {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension Resolver {
    /// Resolves what finals keep, and the names in requirements; whether requirements hold is proved by `explore`.
    mutating func resolveFinalsAndRequirements() {
        var seen: [String: SourceRange] = [:]
        for declaration in declarations {
            switch declaration {
            case .final(let final): resolveKeeps(of: final)
            case .requirement(let requirement):
                let text = text(at: requirement.range)
                if let content = content(of: requirement) {
                    let words = text.hasPrefix("require ") ? text.dropFirst(8).drop { $0 == " " } : text[...]
                    machine.requirements.append(
                        .init(text: String(words), content: content, range: requirement.range))
                }
                if let first = seen[text] {
                    report(
                        "this requirement stands here twice", at: requirement.range, .duplicateRow,
                        see: .init("the first stands here", at: first))
                }
                seen[text] = seen[text] ?? requirement.range
            default: break
            }
        }
    }

    private mutating func resolveKeeps(of final: FinalDeclaration) {
        guard case .target(.state(let state)) = targets[final.name.text], machine.states[state].isFinal else { return }
        for name in final.keeps {
            guard let variable = variables[name.text] else {
                reportUnknown(name, "variable", .unknownValue, among: variables.names)
                continue
            }
            if machine.states[state].keeps.contains(variable) {
                report("'\(final.name.text)' keeps '\(name.text)' twice", at: name.range, .duplicateRow)
                continue
            }
            machine.states[state].keeps.append(variable)
        }
    }

    /// The requirement with its names resolved; nil after a report.
    private mutating func content(of requirement: RequirementDeclaration) -> Machine.Requirement.Content? {
        switch requirement.content {
        case .quantified(let quantifier, let fact):
            return resolve(fact).map { .quantified(quantifier, $0) }
        case .latest(let effect, let argument, let field):
            return latest(effect, argument, field)
        case .onlyAfter(let fact, let others, let since):
            let first = resolve(fact)
            // Every name is looked at, so that one problem does not hide another.
            var resolved: [Machine.Requirement.Fact] = []
            for other in others {
                if let fact = resolve(other) { resolved.append(fact) }
            }
            var event: Int?
            if let since {
                guard case .event(let position)? = resolveName(since) else { return nil }
                event = position
            }
            guard let first, resolved.count == others.count else { return nil }
            return .onlyAfter(first, resolved, since: event)
        }
    }

    /// `do effect(argument) with the latest field`; nil after a report.
    ///
    /// Both must be texts: of other kinds an older value may be equal to the latest.
    private mutating func latest(
        _ effect: Name, _ argument: Name, _ field: Name
    ) -> Machine.Requirement.Content? {
        guard let position = effects[effect.text] else {
            reportUnknown(effect, "effect", .unknownEffect, among: effects.names)
            return nil
        }
        let declared = machine.effects[position].signature.fields
        guard let place = declared.firstIndex(where: { $0.name == argument.text }) else {
            reportUnknown(argument, "argument of '\(effect.text)'", .unknownValue, among: declared.map(\.name))
            return nil
        }
        let given = machine.events.filter { $0.signature.origin == .command }.flatMap(\.signature.fields)
        let fields = given.filter { $0.name == field.text }
        guard !fields.isEmpty else {
            reportUnknown(field, "field of a command", .unknownValue, among: given.map(\.name))
            return nil
        }
        guard declared[place].kind.isText, fields.allSatisfy(\.kind.isText) else {
            report(
                "only a text can be 'the latest': of other values an older one may be the same", at: field.range,
                .typeMismatch)
            return nil
        }
        return .latest(effect: position, argument: place, field: field.text)
    }

    /// What a requirement or a scenario speaks of; nil after a report.
    mutating func resolve(_ fact: Fact) -> Machine.Requirement.Fact? {
        switch fact.content {
        case .inTarget(let name):
            if let fact = self.fact(ofTarget: name) { return fact }
            reportUnknown(name, "state, group or final", .unknownTarget, among: targets.names)
            return nil
        case .doEffect(let name):
            if let effect = effects[name.text] { return .effect(effect) }
            reportUnknown(name, "effect", .unknownEffect, among: effects.names)
            return nil
        case .onEvent(let name):
            return resolveName(name)
        case .condition(let expression):
            guard case .when(let condition)? = condition(.when(expression), in: .noFields) else { return nil }
            return .condition(condition)
        case .named(let name):
            if name.child == nil, !name.isStale {
                if let fact = self.fact(ofTarget: name.name) { return fact }
                if let effect = effects[name.name.text] { return .effect(effect) }
            }
            return resolveName(name)
        }
    }

    /// That the run is in the state, final or group of this name, or goes through the choice; nil where nothing is
    /// called so.
    private func fact(ofTarget name: Name) -> Machine.Requirement.Fact? {
        switch targets[name.text] {
        case .target(.state(let state))?: .states([state])
        case .target(.choice(let choice))?: .choice(choice)
        case .group?: .states(states(ofGroup: name.text))
        case nil: nil
        }
    }

    private func states(ofGroup name: String) -> [Int] {
        machine.states.indices.filter { state in
            machine.scopes(around: state).contains {
                machine.scopes[$0].kind == .group && machine.scopes[$0].name.text == name
            }
        }
    }

    /// That the event of this name comes; nil after a report.
    private mutating func resolveName(_ name: EventName) -> Machine.Requirement.Fact? {
        if let child = name.child {
            guard final(of: child, name.name) else { return nil }
            return events["\(child.text).\(name.name.text)"].map { .event($0) }
        }
        if let event = events[name.name.text] { return name.isStale ? staleFact(of: event, name) : .event(event) }
        reportUnknown(
            name.name, "final, event or effect", .unknownEvent, among: events.names + effects.names + targets.names)
        return nil
    }

    /// That `stale X` comes; nil after a report where no row names `stale X`, for then it comes to no cell (rule 32).
    private mutating func staleFact(of event: Int, _ name: EventName) -> Machine.Requirement.Fact? {
        if let stale = machine.staleEvent(of: event) { return .event(stale) }
        report(
            "no row names 'stale \(name.name.text)', so it never counts: write 'on stale \(name.name.text) ...' where it does",
            at: name.range, .unknownEvent)
        return nil
    }

    /// What stands in the spec at this range; empty for a range outside the text.
    func text(at range: SourceRange) -> String {
        guard range.lower >= 0, range.lower <= range.upper, range.upper <= source.bytes.count else { return "" }
        return String(decoding: source.bytes[range.lower..<range.upper], as: UTF8.self)
    }
}
