import FlowLanguage
import Keyway

extension Resolver {
    /// What finals keep, and the names in requirements; whether these hold is for a later stage.
    mutating func resolveFinalsAndRequirements() {
        var seen: [String: SourceRange] = [:]
        for declaration in declarations {
            switch declaration {
            case .final(let final): resolveKeeps(of: final)
            case .requirement(let requirement):
                resolve(requirement)
                let text = text(at: requirement.range)
                if let first = seen[text] {
                    report(
                        "this requirement stands here twice", at: requirement.range, .duplicateRow,
                        see: .init("the first stands here", at: first))
                }
                seen[text] = seen[text] ?? requirement.range
                machine.unchecked.append(.init(what: "requirement", preventsRunning: false, range: requirement.range))
            case .scenario(let scenario):
                machine.unchecked.append(
                    .init(
                        what: "scenario '\(scenario.title.content)'", preventsRunning: false,
                        range: scenario.title.range))
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
            machine.states[state].keeps.append(variable)
        }
    }

    private mutating func resolve(_ requirement: Requirement) {
        switch requirement.content {
        case .quantified(_, let fact): resolve(fact)
        case .onlyAfter(let fact, let others):
            resolve(fact)
            for other in others { resolve(other) }
        }
    }

    private mutating func resolve(_ fact: Fact) {
        switch fact.content {
        case .inTarget(let name):
            if targets[name.text] == nil {
                reportUnknown(name, "state, group or final", .unknownTarget, among: targets.names)
            }
        case .doEffect(let name):
            if effects[name.text] == nil { reportUnknown(name, "effect", .unknownEffect, among: effects.names) }
        case .onEvent(let name):
            resolveName(name)
        case .condition(let expression):
            _ = condition(.when(expression), in: .noFields)
        case .named(let name):
            if name.child == nil, targets[name.name.text] != nil || effects[name.name.text] != nil { return }
            resolveName(name)
        }
    }

    private mutating func resolveName(_ name: EventName) {
        if let child = name.child {
            if !children.contains(child.text) { reportUnknown(child, "child", .unknownEvent, among: children.sorted()) }
        } else if events[name.name.text] == nil {
            reportUnknown(
                name.name, "final, event or effect", .unknownEvent, among: events.names + effects.names + targets.names)
        }
    }

    private func text(at range: SourceRange) -> String {
        guard range.lower >= 0, range.lower <= range.upper, range.upper <= source.bytes.count else { return "" }
        return String(decoding: source.bytes[range.lower..<range.upper], as: UTF8.self)
    }
}
