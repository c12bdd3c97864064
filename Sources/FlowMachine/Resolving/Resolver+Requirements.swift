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
                // The requirement as it is written: one that stands here twice in different spacing is not noticed.
                let text = source.text(in: requirement.range)
                if let content = content(of: requirement) {
                    machine.requirements.append(
                        .init(text: requirement.words(in: source), content: content, range: requirement.range))
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
        case .quantified(let quantifier, let fact): resolve(fact).map { .quantified(quantifier, $0) }
        case .latest(let effect, let argument, let field): latest(effect, argument, field)
        case .onlyAfter(let fact, let others, let since): onlyAfter(fact, others, since)
        case .neverAfter(let fact, let cause, let end): neverAfter(fact, cause, end)
        case .atMost(let number, let fact, let end): atMost(number, fact, end)
        case .fallsOnly(let variable, let events): fallsOnly(variable, events)
        case .onlyWhile(let fact, let timer): onlyWhile(fact, timer)
        case .alwaysPossible(let command, let targets): alwaysPossible(command, targets)
        }
    }

    /// `A only after B, C since E`; nil after a report.
    private mutating func onlyAfter(
        _ fact: Fact, _ others: [Fact], _ since: EventName?
    ) -> Machine.Requirement.Content? {
        let first = resolve(fact)
        // Every name is looked at, so that one problem does not hide another.
        var resolved: [Machine.Requirement.Fact] = []
        for other in others {
            if let fact = resolve(other) { resolved.append(fact) }
        }
        var event: Int?
        if let since {
            guard let position = resolveEvent(since) else { return nil }
            event = position
        }
        guard let first, resolved.count == others.count else { return nil }
        return .onlyAfter(first, resolved, since: event)
    }

    /// `do effect(argument) with the latest field`; nil after a report.
    ///
    /// Argument and field must be texts. `explore` tells only two texts apart, the latest and an older one; of another kind an older value
    /// could be equal to the latest.
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

    /// `A never after B until C`; nil after a report.
    private mutating func neverAfter(
        _ fact: Fact, _ cause: Fact, _ end: Fact?
    ) -> Machine.Requirement.Content? {
        let (first, second, third) = (resolve(fact), resolve(cause), end.map { resolve($0) })
        guard let first, let second, let third = third ?? .some(nil) else { return nil }
        return .neverAfter(first, second, until: third)
    }

    /// `at most N A until C`; nil after a report.
    private mutating func atMost(
        _ number: Operand, _ fact: Fact, _ end: Fact?
    ) -> Machine.Requirement.Content? {
        let (most, counted, resolvedEnd) = (limit(number), resolve(fact), end.map { resolve($0) })
        guard let most, let counted, let resolvedEnd = resolvedEnd ?? .some(nil) else { return nil }
        guard counted.happens else {
            report(
                "only what happens can be counted: an event, an effect or a choice. A state or a condition lasts; count "
                    + "the event that leads to it", at: fact.range, .typeMismatch)
            return nil
        }
        return .atMost(most, counted, until: resolvedEnd)
    }

    /// The number behind `at most`; nil after a report.
    private mutating func limit(_ number: Operand) -> Machine.Requirement.Limit? {
        let greatest = Machine.Requirement.Limit.greatest
        switch number.content {
        case .integer(let value) where (0...greatest).contains(value): return .number(value)
        case .name(let parts) where parts.count == 1:
            guard let variable = variables[parts[0]], machine.variables[variable].isParameter,
                case .integer(let range) = machine.variables[variable].field.kind, range.lowerBound >= 0,
                range.upperBound <= Int64(greatest)
            else {
                report(
                    "behind 'at most' stands a number or a parameter of the flow, from 0 to \(greatest)",
                    at: number.range, .typeMismatch)
                return nil
            }
            return .parameter(variable)
        case .integer, .name, .string, .duration, .bool, .nil, .set:
            report("behind 'at most' stands a number from 0 to \(greatest)", at: number.range, .numberOutOfRange)
            return nil
        }
    }

    /// `x falls only on E`; nil after a report.
    private mutating func fallsOnly(_ name: Name, _ events: [EventName]) -> Machine.Requirement.Content? {
        let resolved = events.compactMap { resolveEvent($0) }
        guard let variable = variables[name.text] else {
            reportUnknown(name, "variable", .unknownValue, among: variables.names)
            return nil
        }
        let greatest = Machine.Requirement.greatestFallingRange
        guard case .integer(let range) = machine.variables[variable].field.kind,
            UInt64(bitPattern: range.upperBound &- range.lowerBound) < UInt64(greatest)
        else {
            report(
                "only an integer of at most \(greatest) values can be watched for whether it falls", at: name.range,
                .typeMismatch)
            return nil
        }
        return resolved.count == events.count ? .fallsOnly(variable: variable, on: resolved) : nil
    }

    /// `A only while TIMER`: where A is so, a timer of this name runs; one whose own event comes runs no more. Nil after a report.
    private mutating func onlyWhile(_ fact: Fact, _ timer: Name) -> Machine.Requirement.Content? {
        let (resolved, timers) = (resolve(fact), timers(named: timer))
        guard let resolved, let timers else { return nil }
        return .onlyWhile(resolved, timers: timers)
    }

    /// The timers of this name, of which several scopes may have one; nil after a report.
    mutating func timers(named name: Name) -> [Int]? {
        let named = machine.timers.indices.filter { machine.timers[$0].wait == nil }
        let timers = named.filter { machine.timers[$0].name == name.text }
        guard timers.isEmpty else { return timers }
        reportUnknown(name, "timer", .unknownTimer, among: named.map { machine.timers[$0].name })
        return nil
    }

    /// `always possible COMMAND in STATES`: there the command, whatever it carries, moves the run, or the run stays and does something. Nil
    /// after a report.
    private mutating func alwaysPossible(_ command: Name, _ targets: [Name]) -> Machine.Requirement.Content? {
        var states: [Int] = []
        for target in targets {
            guard case .states(let found)? = fact(ofTarget: target) else {
                reportUnknown(target, "state or group", .unknownTarget, among: self.targets.names)
                return nil
            }
            if let final = found.first(where: { machine.states[$0].isFinal }) {
                report(
                    "'\(machine.states[final].name.text)' is a final: nothing is possible there", at: target.range,
                    .typeMismatch)
                return nil
            }
            states += found
        }
        guard let event = events[command.text], machine.events[event].signature.origin == .command else {
            let commands = machine.events.filter { $0.signature.origin == .command }.map(\.name)
            reportUnknown(command, "command", .unknownEvent, among: commands)
            return nil
        }
        return .alwaysPossible(command: event, in: states)
    }
}
