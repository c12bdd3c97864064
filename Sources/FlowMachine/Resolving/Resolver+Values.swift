import FlowLanguage
import KeywayCore

/// What a name can mean where a value is read: the event's fields hide the variables.
struct Environment {
    /// Nil where there is no event to speak of.
    var fields: [Field]
    /// Whether there may be fields that nobody knows: those of a sub-flow's final, where the sub-flow's flow is not known.
    var isOpen = false

    static let noFields = Environment(fields: [])
}

/// A value with what is known of its type; the kind of a literal is that of its place.
struct TypedTerm {
    var term: Term
    var field: Field
    var isConstant: Bool
}

extension Resolver {
    /// The value that a literal writes, as the field's kind; nil after a report, or for `nil`.
    mutating func value(of literal: Literal, as field: Field, allowsNil: Bool) -> Value? {
        if literal.content == .nil {
            if !allowsNil {
                report("'\(field.name)' is not optional, so it cannot be nil", at: literal.range, .typeMismatch)
            }
            return nil
        }
        if case .some(let value) = literal.value(as: field, among: machine.enumerations) { return value }
        switch (literal.content, field.kind) {
        case (.integer, .integer(let bounds)):
            return outside(literal, field, "\(bounds.lowerBound)...\(bounds.upperBound)")
        case (.duration, .duration):
            return outside(literal, field, "its range")
        case (.string, .text(let bounds)):
            return outside(literal, field, "a length of \(bounds.lowerBound)...\(bounds.upperBound)")
        case (.name(let parts), .enumCase(let position)) where parts.count == 1:
            let enumeration = machine.enumerations[position]
            reportUnknown(
                Name(parts[0], at: literal.range), "case of '\(enumeration.name)' called", .unknownValue,
                among: enumeration.cases.map(\.name))
            return nil
        default:
            report("'\(field.name)' is \(described(field.kind)), and this is not", at: literal.range, .typeMismatch)
            return nil
        }
    }

    private mutating func outside(_ literal: Literal, _ field: Field, _ range: String) -> Value? {
        report("this value of '\(field.name)' lies outside \(range)", at: literal.range, .valueMayLeaveRange)
        return nil
    }

    /// What a name or literal stands for where `expected` is wanted; nil after a report.
    mutating func term(_ operand: FlowLanguage.Operand, expecting expected: Field?, in environment: Environment)
        -> TypedTerm?
    {
        guard case .name(let parts) = operand.content else { return constant(operand, expecting: expected) }
        guard parts.count == 1, let name = parts.first else {
            report("a path has a meaning only in a source's rows", at: operand.range, .unknownValue)
            return nil
        }
        let isCase = expected.map { caseExists(name, of: $0.kind) } ?? false
        if let known = knownValue(name, at: operand.range, in: environment) {
            if isCase, let expected {
                report(
                    "'\(name)' is a \(known.isField ? "field" : "variable") and also a case of what '\(expected.name)' holds; "
                        + "rename one of them", at: operand.range, .ambiguousValue)
                return nil
            }
            return known.term
        }
        if isCase { return constant(operand, expecting: expected) }
        if environment.isOpen { return nil }
        var known = environment.fields.map(\.name) + variables.names
        if let expected, case .enumCase(let position) = expected.kind {
            known += machine.enumerations[position].cases.map(\.name)
        }
        reportUnknown(Name(name, at: operand.range), "value", .unknownValue, among: known)
        return nil
    }

    private func knownValue(
        _ name: String, at range: SourceRange, in environment: Environment
    ) -> (term: TypedTerm, isField: Bool)? {
        if let field = environment.fields.first(where: { $0.name == name }) {
            return (TypedTerm(term: Term(.field(name), at: range), field: field, isConstant: false), true)
        }
        if let position = variables[name], machine.variables.indices.contains(position) {
            let field = machine.variables[position].field
            return (TypedTerm(term: Term(.variable(position), at: range), field: field, isConstant: false), false)
        }
        return nil
    }

    private mutating func constant(_ operand: FlowLanguage.Operand, expecting expected: Field?) -> TypedTerm? {
        guard let expected else {
            report("nothing here says what type this value has", at: operand.range, .typeMismatch)
            return nil
        }
        if operand.content == .nil {
            _ = value(of: operand, as: expected, allowsNil: expected.isOptional)
            return TypedTerm(term: Term(.absent, at: operand.range), field: expected, isConstant: true)
        }
        guard let value = value(of: operand, as: expected, allowsNil: true) else { return nil }
        var field = expected
        field.isOptional = false
        field.classification = .plain
        return TypedTerm(term: Term(.constant(value), at: operand.range), field: field, isConstant: true)
    }

    /// Whether the operand names a field or variable, so that its type can guide the other side.
    func isKnown(_ operand: FlowLanguage.Operand, in environment: Environment) -> Bool {
        guard case .name(let parts) = operand.content, parts.count == 1 else { return false }
        return environment.fields.contains { $0.name == parts[0] } || variables[parts[0]] != nil
    }

    private func caseExists(_ name: String, of kind: Kind) -> Bool {
        guard case .enumCase(let position) = kind else { return false }
        return machine.enumerations[position].cases.contains { $0.name == name }
    }

    /// Resolves a value for a place and checks that it fits there: kind, range of opaque values, class.
    mutating func term(_ operand: FlowLanguage.Operand, fitting place: Field, in environment: Environment) -> Term? {
        guard let typed = term(operand, expecting: place, in: environment) else { return nil }
        guard fits(typed, place, at: operand.range) else { return nil }
        return typed.term
    }

    /// Whether a value may go to a place; reports why not.
    mutating func fits(_ typed: TypedTerm, _ place: Field, at range: SourceRange) -> Bool {
        if typed.isConstant { return true }
        switch (typed.field.kind, place.kind) {
        case (.bool, .bool), (.integer, .integer): break
        case (.enumCase(let left), .enumCase(let right)) where left == right: break
        case (.set(let left), .set(let right)) where left == right: break
        case (.text(let inner), .text(let outer)):
            guard outer.contains(inner.lowerBound), outer.contains(inner.upperBound) else {
                report(
                    "'\(typed.field.name)' may be longer or shorter than '\(place.name)' allows", at: range,
                    .valueMayLeaveRange)
                return false
            }
        case (.duration(let inner), .duration(let outer)):
            guard outer.contains(inner.lowerBound), outer.contains(inner.upperBound) else {
                report(
                    "'\(typed.field.name)' may be longer or shorter than '\(place.name)' allows", at: range,
                    .valueMayLeaveRange)
                return false
            }
        default:
            report(
                "'\(place.name)' is \(described(place.kind)), and '\(typed.field.name)' is \(described(typed.field.kind))"
                    + cure(for: typed.field.kind), at: range, .typeMismatch)
            return false
        }
        guard typed.field.classification <= place.classification else {
            report(
                "'\(typed.field.name)' is \(typed.field.classification.name), and '\(place.name)' is "
                    + "\(place.classification.name): a value goes only where its class is kept", at: range,
                .classLowered)
            return false
        }
        return true
    }

    /// How to declare a place for a case of a sub-flow's enum, which this file does not declare.
    private func cure(for kind: Kind) -> String {
        switch kind {
        case .enumCase(let position) where machine.enumerations[position].isForeign:
            "; declare what takes it as '\(machine.enumerations[position].name)'"
        case .set(let position) where machine.enumerations[position].isForeign:
            "; declare what takes it as 'set of \(machine.enumerations[position].name)'"
        default: ""
        }
    }

    /// The kind in words.
    func described(_ kind: Kind) -> String {
        switch kind {
        case .bool: "a bool"
        case .integer(let bounds): "an int \(bounds.lowerBound)...\(bounds.upperBound)"
        case .duration: "a duration"
        case .text: "a text"
        case .enumCase(let position): "a case of '\(machine.enumerations[position].name)'"
        case .set(let position): "a set of '\(machine.enumerations[position].name)'"
        }
    }
}
