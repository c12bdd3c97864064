import FlowLanguage
import FlowMachine

/// Generated Swift can use every name; what backticks mend is fine.
struct NamesFitSwift: Rule {
    let spec: FlowSpec

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let flow = problem(ofFlow: spec.name).map { [$0] } ?? []
        return flow
            + spec.elements.flatMap { element in
                switch element {
                case .declaration(let declaration): problems(of: declaration)
                case .item(let item): item.names.compactMap(problem(ofMember:))
                }
            }
    }

    private func problems(of declaration: Declaration) -> [Diagnostic] {
        switch declaration {
        case .type(let type): return [problem(ofType: type.name)].compactMap { $0 }
        case .enumeration(let enumeration):
            return [problem(ofType: enumeration.name)].compactMap { $0 }
                + enumeration.cases.compactMap { problem(ofMember: $0.name) }
        default: return declaration.memberNames.compactMap(problem(ofMember:))
        }
    }

    private func problem(ofFlow name: Name) -> Diagnostic? {
        let text = name.text
        let why: String? =
            if SwiftNames.isBlank(text) {
                "has no letter"
            } else if SwiftNames.keywords.contains(text) || SwiftNames.unusable.contains(text) {
                "is a word of Swift"
            } else if SwiftNames.standardTypes.contains(text) {
                "is a type of Swift's own"
            } else if SwiftNames.modules.contains(text) {
                "is a module that generated code imports"
            } else {
                nil
            }
        return why.map { error(name, "'\(text)' \($0), so no generated type can be called so; rename the flow") }
    }

    private func problem(ofType name: Name) -> Diagnostic? {
        if SwiftNames.typesOfGeneratedCode.contains(name.text) {
            return error(name, "'\(name.text)' is a type that generated code needs; rename this one")
        }
        return problem(ofMember: name)
    }

    private func problem(ofMember name: Name) -> Diagnostic? {
        if SwiftNames.isBlank(name.text) {
            return error(name, "'\(name.text)' has no letter, so generated Swift cannot use it; rename it")
        }
        guard SwiftNames.unusable.contains(name.text) else { return nil }
        return error(
            name, "'\(name.text)' means something else behind a dot in Swift, even in backticks; rename it")
    }

    private func error(_ name: Name, _ message: String) -> Diagnostic {
        .error(at: name.range, message, code: .unusableInSwift)
    }
}

extension Declaration {
    /// The names that become members: of words, effects and their fields, variables and finals.
    fileprivate var memberNames: [Name] {
        switch self {
        case .context(let variables, _): variables.map(\.name)
        case .commands(let signatures, _), .callbacks(let signatures, _): signatures.flatMap(\.names)
        case .effect(let effect): effect.signature.names + (effect.replies?.signatures ?? []).flatMap(\.names)
        case .final(let final): [final.name]
        case .source(let source): [source.name]
        case .type, .enumeration, .requirement, .scenario, .word, .success: []
        }
    }
}

extension Signature {
    fileprivate var names: [Name] { [name] + fields.map(\.name) }
}

extension Item {
    /// The names that it declares, with those inside it.
    fileprivate var names: [Name] {
        switch self {
        case .group(let group): [group.name] + group.items.flatMap(\.names)
        case .state(let state): [state.name] + state.items.flatMap(\.names)
        case .choice(let choice): [choice.name]
        case .timer(let name), .lane(let name, _), .child(let name, _): [name]
        case .enter, .row, .hold, .after, .within, .model: []
        }
    }
}
