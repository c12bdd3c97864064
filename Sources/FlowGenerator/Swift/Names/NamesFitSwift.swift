import FlowLanguage
import FlowMachine
import KeywayCore

/// Finds the names of a spec that generated Swift cannot use; a name that Swift takes in backticks is no problem.
struct NamesFitSwift {
    let spec: FlowSpec
    /// Finds the flows that are generated beside this one.
    let flows: FlowDirectory

    func problems(in machine: Machine) -> [Diagnostic] {
        let flow = [problem(ofFlow: spec.name), problem(ofNamesakeOfTests: spec.name)].compactMap { $0 }
        let words = spec.elements.flatMap { element in
            switch element {
            case .declaration(let declaration): problems(of: declaration)
            case .item(let item): problems(of: item)
            }
        }
        return flow + words + problems(ofKeptFieldsOf: machine) + SwiftNameClashes(of: machine, spec).diagnostics
    }

    private func problems(of declaration: Declaration) -> [Diagnostic] {
        let usedTypes = SwiftNames.typesUsedByMembers
        switch declaration {
        case .type(let type): return [problem(ofType: type.name)].compactMap { $0 }
        case .enumeration(let enumeration):
            return [problem(ofType: enumeration.name)].compactMap { $0 }
                + enumeration.cases.compactMap { problem(of: $0.name, beside: SwiftNames.membersOfLists) }
        case .context(let variables, _):
            return variables.compactMap { problem(of: $0.name, beside: SwiftNames.membersOfContext.union(usedTypes)) }
        case .parameter(let parameter):
            return [problem(of: parameter.name, beside: SwiftNames.membersOfContext.union(usedTypes))].compactMap { $0 }
        case .commands(let signatures, _), .callbacks(let signatures, _): return problems(of: signatures)
        case .effect(let effect):
            let taken = SwiftNames.membersOfHandlers.union(usedTypes)
            return [problem(of: effect.signature.name, beside: taken), problem(ofReplyTypeOf: effect)].compactMap { $0 }
                + problems(ofFieldsOf: effect.signature) + problems(of: effect.replies?.signatures ?? [])
        case .final(let final): return [problem(of: final.name, beside: SwiftNames.membersOfLists)].compactMap { $0 }
        case .source(let source): return [problem(of: source.name, beside: [])].compactMap { $0 }
        case .requirement, .role, .scenario, .word, .success: return []
        }
    }

    private func problems(of item: Item) -> [Diagnostic] {
        let taken = SwiftNames.membersOfLists.union(SwiftNames.typesUsedByMembers)
        switch item {
        case .group(let group):
            return [problem(of: group.name, beside: taken)].compactMap { $0 } + group.items.flatMap(problems)
        case .state(let state):
            return [problem(of: state.name, beside: taken)].compactMap { $0 } + state.items.flatMap(problems)
        case .choice(let choice): return [problem(of: choice.name, beside: taken)].compactMap { $0 }
        case .timer(let name), .lane(let name, _): return [problem(of: name, beside: taken)].compactMap { $0 }
        case .child(let name, let flow, _, _):
            return [problem(of: name, beside: taken.union(SwiftNames.membersOfSubFlows)), problem(ofSubFlow: flow)]
                .compactMap { $0 }
        case .enter, .row, .hold, .after, .within, .model: return []
        }
    }

    private func problems(of events: [Signature]) -> [Diagnostic] {
        events.flatMap { event in
            [problem(of: event.name, beside: SwiftNames.typesUsedByMembers)].compactMap { $0 }
                + problems(ofFieldsOf: event)
        }
    }

    private func problems(ofFieldsOf signature: Signature) -> [Diagnostic] {
        signature.fields.compactMap { problem(of: $0.name, beside: SwiftNames.unusableForFields) }
    }

    /// The problems of variables that finals of sub-flows keep: each becomes a field of the event that tells the final, and Swift may take
    /// a name for a variable that it does not take for a field.
    private func problems(ofKeptFieldsOf machine: Machine) -> [Diagnostic] {
        machine.children.flatMap { child in
            child.endings.flatMap { ending in
                let event = machine.events[ending.event]
                return event.signature.fields.filter { SwiftNames.unusableForFields.contains($0.name) }.map { field in
                    error(
                        child.name,
                        "'\(event.name)' would have a field '\(field.name)', which Swift reads as a word of its own; rename "
                            + "that variable of '\(child.flowName.text)'")
                }
            }
        }
    }

    /// The problem of the flow's name, which becomes a type of its module; nil for none.
    private func problem(ofFlow name: Name) -> Diagnostic? {
        let text = name.text
        let why: String? =
            if SwiftNames.isBlank(text) {
                "has no letter"
            } else if SwiftNames.keywords.contains(text) || SwiftNames.unusable.contains(text)
                || SwiftNames.wordsBeforeTypes.contains(text)
            {
                "is a word of Swift"
            } else if SwiftNames.standardTypes.contains(text) {
                "is a type of Swift's own"
            } else if SwiftNames.modules.contains(text) {
                "is a module that generated code imports"
            } else if SwiftNames.typesOfGeneratedCode.contains(text) || SwiftNames.typesOfGeneratedTests.contains(text)
                || SwiftNames.membersOfSuites.contains(text)
            {
                "is a name that generated code needs"
            } else {
                nil
            }
        return why.map { error(name, "'\(text)' \($0), so no generated type can be called so; rename the flow") }
    }

    /// The problem of a flow that is called as a type of another flow's tests, which would hide it there; nil for none.
    private func problem(ofNamesakeOfTests name: Name) -> Diagnostic? {
        let tested = FlowTests.endings.filter(name.text.hasSuffix).map { String(name.text.dropLast($0.count)) }
        guard let other = tested.first(where: { flows.text(of: $0) != nil }) else { return nil }
        return error(name, "the tests of flow '\(other)' get a type '\(name.text)'; rename this flow")
    }

    /// The problem of a sub-flow's flow that has the name of a member of the parent's generated type, which would hide it; else nil.
    private func problem(ofSubFlow flow: Name) -> Diagnostic? {
        guard SwiftNames.membersOfFlow.contains(flow.text) else { return nil }
        return error(
            flow, "'\(flow.text)' is a name that the generated type has already, which hides the sub-flow; rename it")
    }

    /// The problem of a type's or enum's name, which becomes a type inside the flow's; nil for none.
    private func problem(ofType name: Name) -> Diagnostic? {
        if isTakenInFlow(name.text) {
            return error(name, "'\(name.text)' is a name that generated code needs; rename this one")
        }
        return problem(of: name, beside: [])
    }

    /// The problem of the name that the type of an effect's replies gets; nil for none, and for an effect without replies.
    private func problem(ofReplyTypeOf effect: EffectDeclaration) -> Diagnostic? {
        let name = effect.signature.name
        let type = SwiftIdentifier.replyType(of: name.text)
        guard effect.replies != nil, isTakenInFlow(type) else { return nil }
        return error(
            name, "the replies of '\(name.text)' would be the type '\(type)', which generated code needs; rename it")
    }

    /// Whether the flow's generated type has or uses a type or member of this name already.
    private func isTakenInFlow(_ type: String) -> Bool {
        SwiftNames.typesOfGeneratedCode.contains(type) || SwiftNames.membersOfFlow.contains(type)
            || type == spec.name.text
    }

    /// The problem of a name that can be no member of a Swift type, or that is `taken` by its generated type; else nil.
    private func problem(of name: Name, beside taken: Set<String>) -> Diagnostic? {
        if SwiftNames.isBlank(name.text) {
            return error(name, "'\(name.text)' has no letter, so generated Swift cannot use it; rename it")
        }
        if taken.contains(name.text) {
            return error(name, "'\(name.text)' is a name that the generated type has already; rename this one")
        }
        guard SwiftNames.unusable.contains(name.text) else { return nil }
        return error(
            name, "'\(name.text)' means something else behind a dot in Swift, even in backticks; rename it")
    }

    private func error(_ name: Name, _ message: String) -> Diagnostic {
        .error(at: name.range, message, code: .unusableInSwift)
    }
}
