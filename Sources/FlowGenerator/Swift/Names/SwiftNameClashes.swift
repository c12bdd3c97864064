import FlowLanguage
import FlowMachine
import KeywayCore

/// Finds names of a spec that differ and that generated Swift would write as one, and names of which one would hide the other there.
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
        // Generated code speaks of a sub-flow's flow by its name, and of that of a sub-flow's sub-flow where it names an enum of it; a type
        // of this flow with that name would hide it.
        let flowsOfEnums = Set(machine.enumerations.compactMap(\.foreignFlow))
        for flow in Set(machine.namedFlows).sorted() {
            guard let hiding = types[flow] else { continue }
            diagnostics.append(
                .error(
                    at: hiding.range,
                    "'\(hiding.text)' would be the type '\(flow)', which hides the sub-flow of that name; rename it",
                    code: .unusableInSwift))
        }
        // What performs effects has a method for each effect, and a property for each sub-flow. Only a method without parameters clashes
        // with a property of its name.
        var members: [String: Name] = [:]
        for effect in machine.effects where effect.signature.fields.isEmpty {
            members[effect.name] = Name(effect.name, at: effect.range)
        }
        for child in machine.children {
            guard let effect = members[child.name.text] else { continue }
            diagnostics.append(
                .error(
                    at: child.name.range,
                    "what performs the effect '\(effect.text)' has the handlers of this sub-flow by the same name; "
                        + "rename one",
                    code: .unusableInSwift, notes: [.init("the effect stands here", at: effect.range)]))
        }
        // The readable switch, which is generated for tests, has a function for each state, such as `inAwaitingCode`, and names the flow.
        var functions = [machine.name.text: machine.name]
        for child in machine.children {
            functions[child.flowName.text] = child.flowName
            let inner = child.flow?.machine.enumerations.compactMap(\.foreignFlow) ?? []
            for flow in flowsOfEnums.intersection(inner) { functions[flow] = Name(flow, at: child.flowName.range) }
        }
        for state in machine.states {
            note(state.name, as: "in" + OneWord.capitalized(state.name.text), in: &functions)
        }
        // And one for each choice, such as `throughTyped`.
        for choice in machine.choices {
            note(choice.name, as: SwitchBody.function(through: choice.name.text), in: &functions)
        }
        // Each event is a case of the generated enum. The end of a sub-flow, such as `silent.failed`, becomes one word. Left out are the
        // names with a space: a `stale` event has no case, and for a timer such as `after 30s` `EventNames` makes a name.
        var cases: [String: Name] = [:]
        for event in machine.events where !event.name.contains(" ") {
            var swift = event.name
            if case .child = event.signature.origin { swift = OneWord.joined([event.name]) }
            note(Name(event.name, at: event.range), as: swift, in: &cases)
        }
    }

    /// Notes that the name becomes `swift`, and reports another name in `names` that becomes the same.
    private mutating func note(_ name: Name, as swift: String, in names: inout [String: Name]) {
        guard let first = names.updateValue(name, forKey: swift), first.text != name.text else { return }
        diagnostics.append(
            .error(
                at: name.range,
                "'\(name.text)' and '\(first.text)' would both be '\(swift)' in generated Swift; rename one",
                code: .unusableInSwift, notes: [.init("the other stands here", at: first.range)]))
    }
}
