import FlowLanguage
import KeywayCore

extension Resolver {
    /// The fact that a requirement, a role or a scenario speaks of, with its names resolved; nil after a report.
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
            guard name.child == nil, !name.isStale else { return resolveName(name) }
            let meanings = meanings(of: name.name)
            guard meanings.count <= 1 else {
                report(
                    "'\(name.name.text)' is \(meanings.map(\.what).joined(separator: " and ")); write "
                        + meanings.map { "'\($0.word) \(name.name.text)'" }.joined(separator: " or "), at: name.range,
                    .ambiguousValue)
                return nil
            }
            if let meaning = meanings.first { return meaning.fact }
            if let flag = flag(name.name) { return .condition(flag) }
            return resolveName(name)
        case .any(let parts): return resolve(parts).map { $0.joined(Machine.Requirement.Fact.any, Condition.any) }
        case .all(let parts): return resolve(parts).map { $0.joined(Machine.Requirement.Fact.all, Condition.all) }
        case .not(let part):
            return resolve(part).map { fact in
                if case .condition(let condition) = fact { .condition(.not(condition)) } else { .not(fact) }
            }
        }
    }

    /// What a name by itself can mean in a fact, other than a variable: one thing from each of three name spaces (rule 0a).
    ///
    /// `what` says what kind of thing the name then means, and `word` is what the spec writes before the name to mean this alone.
    private func meanings(of name: Name) -> [(fact: Machine.Requirement.Fact, what: String, word: String)] {
        var meanings: [(fact: Machine.Requirement.Fact, what: String, word: String)] = []
        if let fact = fact(ofTarget: name) { meanings.append((fact, kind(ofTarget: name), "in")) }
        if let effect = effects[name.text] { meanings.append((.effect(effect), "an effect", "do")) }
        if let event = events[name.text] {
            meanings.append((.event(event), machine.events[event].signature.origin.kind, "on"))
        }
        return meanings
    }

    private func kind(ofTarget name: Name) -> String {
        switch targets[name.text] {
        case .target(.state(let state))?: machine.states[state].isFinal ? "a final" : "a state"
        case .target(.choice)?: "a choice"
        case .group?, nil: "a group"
        }
    }

    /// The facts, each with its names resolved; nil after a report.
    private mutating func resolve(_ facts: [Fact]) -> [Machine.Requirement.Fact]? {
        // Every name is looked at, so that one problem does not hide another.
        var resolved: [Machine.Requirement.Fact] = []
        for fact in facts {
            if let fact = resolve(fact) { resolved.append(fact) }
        }
        return resolved.count == facts.count ? resolved : nil
    }

    /// The condition that the bool of this name is true; nil where no variable of this name is a bool.
    private mutating func flag(_ name: Name) -> Condition? {
        guard let variable = variables[name.text], machine.variables[variable].field.kind == .bool,
            case .when(let condition)? = condition(.when(name.asFlag), in: .noFields)
        else { return nil }
        return condition
    }

    /// The fact that the run is in the state, final or group of this name, or goes through the choice; nil where nothing is called so.
    func fact(ofTarget name: Name) -> Machine.Requirement.Fact? {
        switch targets[name.text] {
        case .target(.state(let state))?: .states([state])
        case .target(.choice(let choice))?: .choice(choice)
        case .group?: .states(states(ofGroup: name.text))
        case nil: nil
        }
    }

    /// The positions of the states inside the group, at any depth.
    private func states(ofGroup name: String) -> [Int] {
        machine.states.indices.filter { state in
            machine.scopes(around: state).contains {
                machine.scopes[$0].kind == .group && machine.scopes[$0].name.text == name
            }
        }
    }

    /// The fact that the event of this name comes. Nil after a report; nil without one for the end of a child whose flow is unknown, where
    /// no row names that end.
    private mutating func resolveName(_ name: EventName) -> Machine.Requirement.Fact? {
        if let child = name.child {
            guard hasFinal(child, name.name) else { return nil }
            return events["\(child.text).\(name.name.text)"].map { .event($0) }
        }
        if let event = events[name.name.text] { return name.isStale ? staleFact(of: event, name) : .event(event) }
        reportUnknown(
            name.name, "final, event or effect", .unknownEvent, among: events.names + effects.names + targets.names)
        return nil
    }

    /// The fact that `stale X` comes. Nil after a report where no row names `stale X`: such an event is then decided by no row (rule 32).
    private mutating func staleFact(of event: Int, _ name: EventName) -> Machine.Requirement.Fact? {
        if let stale = machine.staleEvent(of: event) { return .event(stale) }
        report(
            "no row names 'stale \(name.name.text)', so it never counts: write 'on stale \(name.name.text) ...' where it does",
            at: name.range, .unknownEvent)
        return nil
    }

    /// The event of this name; nil after a report.
    mutating func resolveEvent(_ name: EventName) -> Int? {
        guard case .event(let position)? = resolveName(name) else { return nil }
        return position
    }
}

extension EventSignature.Origin {
    /// The kind of event, for a message.
    fileprivate var kind: String {
        switch self {
        case .command: "a command"
        case .callback: "a callback"
        case .reply: "a reply"
        case .timer: "a timer"
        case .lane: "a lane"
        case .child, .unrecognised, .stale, .restored: "an event"
        }
    }
}

extension [Machine.Requirement.Fact] {
    /// The facts joined into one; where all of them are conditions, into one condition.
    fileprivate func joined(
        _ join: ([Machine.Requirement.Fact]) -> Machine.Requirement.Fact, _ joinConditions: ([Condition]) -> Condition
    ) -> Machine.Requirement.Fact {
        let conditions = compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
        return conditions.count == count ? .condition(joinConditions(conditions)) : join(self)
    }
}
