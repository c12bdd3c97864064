import FlowLanguage
import FlowMachine
import KeywayCore

/// Names of a spec that differ, and that generated Swift would write as one.
struct SwiftNameClashes {
    private(set) var diagnostics: [Diagnostic] = []

    init(of machine: Machine, _ spec: FlowSpec) {
        var types: [String: Name] = [:]
        for case .declaration(let declaration) in spec.elements {
            switch declaration {
            case .enumeration(let enumeration): note(enumeration.name, as: enumeration.name.text, in: &types)
            case .effect(let effect) where effect.replies != nil:
                note(effect.signature.name, as: SwiftIdentifier.replyType(of: effect.signature.name.text), in: &types)
            default: break
            }
        }
        // An enum of a sub-flow's flow is written `Flow.Enum`; a type of this flow with the name `Flow` would hide it.
        for foreign in machine.enumerations where foreign.isForeign {
            guard let flow = foreign.name.split(separator: ".").first.map(String.init), let hiding = types[flow] else {
                continue
            }
            diagnostics.append(
                .error(
                    at: hiding.range,
                    "'\(hiding.text)' would be the type '\(flow)', which hides the flow of the enum '\(foreign.name)'; "
                        + "rename it", code: .unusableInSwift))
        }
        // The readable switch has a function for each state.
        var functions: [String: Name] = [:]
        for state in machine.states {
            note(state.name, as: "in" + OneWord.capitalized(state.name.text), in: &functions)
        }
        // Each event is a case of the generated enum. The end of a sub-flow, such as `silent.failed`, becomes one word. Events
        // that a flow does not name itself, such as `after 30s`, have a space in their names and no case.
        var cases: [String: Name] = [:]
        for event in machine.events where !event.name.contains(" ") {
            var swift = event.name
            if case .child = event.signature.origin { swift = OneWord.joined([event.name]) }
            note(Name(event.name, at: event.range), as: swift, in: &cases)
        }
    }

    private mutating func note(_ name: Name, as swift: String, in names: inout [String: Name]) {
        guard let first = names.updateValue(name, forKey: swift), first.text != name.text else { return }
        diagnostics.append(
            .error(
                at: name.range,
                "'\(name.text)' and '\(first.text)' would both be '\(swift)' in generated Swift; rename one",
                code: .unusableInSwift, notes: [.init("the other stands here", at: first.range)]))
    }
}
