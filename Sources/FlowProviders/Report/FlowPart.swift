import FlowLanguage
package import FlowMachine
package import KeywayCore

/// One thing that a flow's text says and that is tried, or not, when the flow is explored.
package enum FlowPart: Hashable, Sendable {
    /// The row at this position in `machine.rows`; it is tried once it decides an event.
    case row(Int)
    /// A branch of a choice; it is tried once it is taken.
    case branch(Interpretation.Branch)
    /// A value that the guard of a row names for a field of the row's event, both by their positions; it is tried once the event comes
    /// with it, in whatever state.
    case value(row: Int, field: Int, Value)
}

extension FlowPart {
    /// Where it stands: the whole row or branch.
    func range(in machine: Machine) -> SourceRange {
        switch self {
        case .row(let row), .value(let row, _, _): machine.rows[row].range
        case .branch(let branch): machine.choices[branch.choice].branches[branch.position].range
        }
    }

    /// The event, the branch or the value in a few words: `jammed`, `refused with cause = network`, `this branch of 'result'`.
    func words(in machine: Machine) -> String {
        switch self {
        case .row(let row): return machine.events[machine.rows[row].event].name
        case .branch(let branch): return "this branch of '\(machine.choices[branch.choice].name.text)'"
        case .value(let row, let field, let value):
            let signature = machine.events[machine.rows[row].event].signature
            let field = signature.fields[field]
            let spelled = SpelledValue(value, of: field.kind, among: machine.enumerations)
            return "\(signature.name) with \(field.name) = \(spelled)"
        }
    }
}

extension Machine {
    /// Its rows, the branches of its choices, and the values that guards of rows name for fields of callbacks, replies and finals of
    /// sub-flows.
    var parts: Set<FlowPart> {
        var parts: Set<FlowPart> = []
        for row in rows.indices {
            parts.insert(.row(row))
            let signature = events[rows[row].event].signature
            guard signature.isToldByOthers, case .when(let condition) = rows[row].condition else { continue }
            let fields = signature.fields
            for (name, values) in condition.valuesOfFields {
                guard let field = fields.firstIndex(where: { $0.name == name }) else { continue }
                for value in values { parts.insert(.value(row: row, field: field, value)) }
            }
        }
        for choice in choices.indices {
            for position in choices[choice].branches.indices {
                parts.insert(.branch(.init(choice: choice, position: position)))
            }
        }
        return parts
    }
}

extension EventSignature {
    /// Whether a provider, a handler or a sub-flow's final gives the event its fields.
    fileprivate var isToldByOthers: Bool {
        switch origin {
        case .callback, .reply, .child: true
        default: false
        }
    }
}

extension Condition {
    /// The values with which fields of the event are compared one by one, by the names of the fields.
    fileprivate var valuesOfFields: [String: Set<Value>] {
        switch self {
        case .any(let parts), .all(let parts):
            return parts.reduce(into: [:]) { $0.merge($1.valuesOfFields) { $0.union($1) } }
        case .not(let part): return part.valuesOfFields
        case .membership(let term, let members):
            guard case .field(let name) = term.content else { return [:] }
            return [name: Set(members)]
        case .comparison(let left, .equal, let right), .comparison(let left, .notEqual, let right):
            switch (left.content, right.content) {
            case (.field(let name), .constant(let value)), (.constant(let value), .field(let name)):
                return [name: [value]]
            default: return [:]
            }
        case .comparison, .containment, .present, .flag: return [:]
        }
    }
}
