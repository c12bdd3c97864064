import FlowLanguage
import KeywayCore

/// The event's fields that a name can mean where a value is read. A name can also mean a variable, which a field of the same name
/// hides, or a case of an enum.
struct Environment {
    /// The fields of the event that is being decided; empty where no event's fields may be read.
    var fields: [Field]
    /// Whether the event may have fields that are not known here, because it tells the end of a sub-flow whose flow is not known.
    ///
    /// If so, an unknown name may be such a field: it is not reported, and whatever reads it resolves to nil without a report.
    var isOpen = false

    /// Where only variables may be read, as in `enter` bodies, requirements and guards of choices.
    static let noFields = Environment(fields: [])
}

/// A resolved operand with its type.
struct TypedTerm {
    var term: Term
    /// The type: of the field or variable, or, for a constant, of the place (a field or variable) that takes the value.
    var field: Field
    /// Whether the operand is a literal or a case of an enum.
    var isConstant: Bool
}

extension Resolver {
    /// The value that a literal or case stands for in this field; nil after a report, and for the literal `nil`.
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
            return unknownCase(parts[0], of: machine.enumerations[position], at: literal.range)
        case (.set(let names), .set(let position)):
            let enumeration = machine.enumerations[position]
            let unknown = names.first { name in !enumeration.cases.contains { $0.name == name } }
            return unknownCase(unknown ?? "", of: enumeration, at: literal.range)
        default:
            report("'\(field.name)' is \(described(field.kind)), and this is not", at: literal.range, .typeMismatch)
            return nil
        }
    }

    /// The value that a literal or case stands for, where fields and variables are not allowed.
    ///
    /// Nil where `value(of:as:allowsNil:)` is, and, after a report, for a name that is also a field or variable.
    mutating func value(
        of literal: Literal, as field: Field, allowsNil: Bool, in environment: Environment
    ) -> Value? {
        isAmbiguous(literal, as: field, in: environment) ? nil : value(of: literal, as: field, allowsNil: allowsNil)
    }

    /// Whether the operand is a name of a field or variable and also of a case of the place's enum; reports such a name.
    mutating func isAmbiguous(_ operand: FlowLanguage.Operand, as place: Field, in environment: Environment) -> Bool {
        guard case .name(let parts) = operand.content, parts.count == 1, caseExists(parts[0], of: place.kind),
            let known = knownValue(parts[0], at: operand.range, in: environment)
        else { return false }
        report(
            "'\(parts[0])' is a \(known.isField ? "field" : "variable") and also a case of what '\(place.name)' holds; "
                + "rename one of them", at: operand.range, .ambiguousValue)
        return true
    }

    /// Reports a name that is no case of the enum; returns nil, so that a caller can return it as its own answer.
    private mutating func unknownCase(_ name: String, of enumeration: Enumeration, at range: SourceRange) -> Value? {
        reportUnknown(
            Name(name, at: range), "case of '\(enumeration.name)' called", .unknownValue,
            among: enumeration.cases.map(\.name))
        return nil
    }

    /// Reports a value outside the bounds of its field; returns nil, so that a caller can return it as its own answer.
    private mutating func outside(_ literal: Literal, _ field: Field, _ range: String) -> Value? {
        report("this value of '\(field.name)' lies outside \(range)", at: literal.range, .valueMayLeaveRange)
        return nil
    }

    /// What a name or literal stands for where a value of the type of `expected` is wanted.
    ///
    /// A name means a field, else a variable, else a case of `expected`. A name of a field or variable that is also such a case is
    /// reported.
    ///
    /// Nil after a report; nil without one for an unknown name where `environment.isOpen`.
    mutating func term(_ operand: FlowLanguage.Operand, expecting expected: Field?, in environment: Environment)
        -> TypedTerm?
    {
        guard case .name(let parts) = operand.content else { return constant(operand, expecting: expected) }
        guard parts.count == 1, let name = parts.first else {
            report("a path has a meaning only in a source's rows", at: operand.range, .unknownValue)
            return nil
        }
        if let expected, isAmbiguous(operand, as: expected, in: environment) { return nil }
        if let known = knownValue(name, at: operand.range, in: environment) { return known.term }
        if let expected, caseExists(name, of: expected.kind) { return constant(operand, expecting: expected) }
        if environment.isOpen { return nil }
        var known = environment.fields.map(\.name) + variables.names
        if let expected, case .enumCase(let position) = expected.kind {
            known += machine.enumerations[position].cases.map(\.name)
        }
        reportUnknown(Name(name, at: operand.range), "value", .unknownValue, among: known)
        return nil
    }

    /// The field or else the variable of this name; nil where there is neither.
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

    /// The literal or case as a value of the place `expected`; nil after a report, also where no place gives it a type. The literal `nil`
    /// is the absent term, also after the report that the place needs a value.
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

    /// Whether the operand names a field or variable, so that the operand has a type without a place that gives it one.
    func isKnown(_ operand: FlowLanguage.Operand, in environment: Environment) -> Bool {
        guard case .name(let parts) = operand.content, parts.count == 1 else { return false }
        return environment.fields.contains { $0.name == parts[0] } || variables[parts[0]] != nil
    }

    /// Whether the kind is an enum that has a case of this name.
    private func caseExists(_ name: String, of kind: Kind) -> Bool {
        guard case .enumCase(let position) = kind else { return false }
        return machine.enumerations[position].cases.contains { $0.name == name }
    }

    /// Resolves a value for a place and checks that it fits there; nil after a report, and for an unknown name where `environment.isOpen`.
    mutating func term(_ operand: FlowLanguage.Operand, fitting place: Field, in environment: Environment) -> Term? {
        guard let typed = term(operand, expecting: place, in: environment) else { return nil }
        guard fits(typed, place, at: operand.range) else { return nil }
        return typed.term
    }

    /// Whether a value may go to a place by its kind and class and, of texts and durations, by its bounds; reports why
    /// not.
    ///
    /// Integers are not compared by their bounds here: a later rule proves them.
    mutating func fits(_ typed: TypedTerm, _ place: Field, at range: SourceRange) -> Bool {
        if typed.isConstant { return true }
        var fits = true
        switch (typed.field.kind, place.kind) {
        case (.bool, .bool), (.integer, .integer): break
        case (.enumCase(let left), .enumCase(let right)) where left == right: break
        case (.set(let left), .set(let right)) where left == right: break
        case (.text(let inner), .text(let outer)) where !outer.contains(inner):
            report(
                "this '\(typed.field.name)' may have \(inner.words) characters, and the '\(place.name)' that it goes to "
                    + "takes \(outer.words)", at: range, .valueMayLeaveRange)
            fits = false
        case (.duration(let inner), .duration(let outer)) where !outer.contains(inner):
            report(
                "this '\(typed.field.name)' may last \(inner.spelledDurations), and the '\(place.name)' that it goes to "
                    + "takes \(outer.spelledDurations)", at: range, .valueMayLeaveRange)
            fits = false
        case (.text, .text), (.duration, .duration): break
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
        return fits
    }

    /// Whether every value of an integer is one that the place may have; reports where not. Other kinds are judged by `fits`.
    mutating func isWithin(_ typed: TypedTerm, _ place: Field, at range: SourceRange) -> Bool {
        guard !typed.isConstant, case (.integer(let inner), .integer(let outer)) = (typed.field.kind, place.kind),
            !outer.contains(inner)
        else { return true }
        report(
            "'\(place.name)' is \(described(place.kind)), and '\(typed.field.name)' may be \(described(typed.field.kind))",
            at: range, .valueMayLeaveRange)
        return false
    }

    /// The end of a message that says how to declare what takes a case of a sub-flow's enum, which this file does not declare.
    private func cure(for kind: Kind) -> String {
        switch kind {
        case .enumCase(let position) where machine.enumerations[position].isForeign:
            "; declare what takes it as '\(machine.enumerations[position].name)'"
        case .set(let position) where machine.enumerations[position].isForeign:
            "; declare what takes it as 'set of \(machine.enumerations[position].name)'"
        default: ""
        }
    }

    /// The kind in the words of a message, such as `an int 0...3`.
    func described(_ kind: Kind) -> String {
        switch kind {
        case .bool: "a bool"
        case .integer(Self.amounts): "an int"
        case .integer(let bounds): "an int \(bounds.lowerBound)...\(bounds.upperBound)"
        case .duration: "a duration"
        case .text: "a text"
        case .enumCase(let position): "a case of '\(machine.enumerations[position].name)'"
        case .set(let position): "a set of '\(machine.enumerations[position].name)'"
        }
    }
}

extension ClosedRange<Int> {
    /// As a spec writes the lengths of a text: `3...254`.
    fileprivate var words: String { "\(lowerBound)...\(upperBound)" }
}

extension ClosedRange<Int64> {
    /// As a spec writes a range of durations: `1s...5m`.
    fileprivate var spelledDurations: String {
        let least = "\(SpelledDuration(milliseconds: lowerBound))"
        return upperBound == .max ? "\(least) or more" : "\(least)...\(SpelledDuration(milliseconds: upperBound))"
    }
}
