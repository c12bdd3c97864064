import FlowLanguage
import KeywayCore

extension Resolver {
    /// The guard of a row or branch with its names resolved; nil after a report, and for an unknown name where `environment.isOpen`.
    mutating func condition(_ condition: Guard?, in environment: Environment) -> Machine.Row.Guard? {
        switch condition {
        case nil: .always
        case .otherwise: .otherwise
        case .when(let expression): self.condition(expression, in: environment).map { .when($0) }
        }
    }

    /// The condition with its names resolved; nil after a report, and for an unknown name where `environment.isOpen`.
    private mutating func condition(_ expression: Expression, in environment: Environment) -> Condition? {
        switch expression.content {
        case .any(let parts):
            return conditions(parts, in: environment).map { .any($0) }
        case .all(let parts):
            return conditions(parts, in: environment).map { .all($0) }
        case .not(let part):
            return condition(part, in: environment).map { .not($0) }
        case .comparison(let left, let relation, let right):
            return comparison(left, Table.Test.Relation(relation), right, in: environment, at: expression.range)
        case .membership(let operand, let members):
            guard let subject = steering(operand, expecting: nil, in: environment) else { return nil }
            var values: [Value] = []
            for member in members {
                guard let value = value(of: member, as: subject.field, allowsNil: false, in: environment) else {
                    return nil
                }
                values.append(value)
            }
            return .membership(subject.term, of: values)
        case .containment(let operand, let set):
            return containment(operand, in: set, environment)
        case .present(let operand):
            return presence(operand, in: environment).map { .present($0) }
        case .absent(let operand):
            return presence(operand, in: environment).map { .not(.present($0)) }
        case .flag(let operand):
            guard let typed = steering(operand, expecting: nil, in: environment) else { return nil }
            guard typed.field.kind == .bool else {
                report(
                    "'\(typed.field.name)' is \(described(typed.field.kind)), so it is no condition by itself",
                    at: operand.range, .typeMismatch)
                return nil
            }
            return .flag(typed.term)
        }
    }

    /// The parts with their names resolved; nil where one of them is nil, though every part is looked at for its own problems.
    private mutating func conditions(_ parts: [Expression], in environment: Environment) -> [Condition]? {
        var resolved: [Condition] = []
        for part in parts {
            if let condition = condition(part, in: environment) { resolved.append(condition) }
        }
        return resolved.count == parts.count ? resolved : nil
    }

    /// The comparison with both sides resolved; nil after a report, and for an unknown name where `environment.isOpen`.
    private mutating func comparison(
        _ left: FlowLanguage.Operand, _ relation: Table.Test.Relation, _ right: FlowLanguage.Operand,
        in environment: Environment, at range: SourceRange
    ) -> Condition? {
        guard left.content != .nil, right.content != .nil else {
            report("nothing equals nil: write 'present' or 'absent' behind the name", at: range, .typeMismatch)
            return nil
        }
        // The side that names a field or variable, the guide, gives the other side its type: `left > 0`, `0 < left`.
        let leftGuides = isKnown(left, in: environment) || !isKnown(right, in: environment)
        guard let guide = steering(leftGuides ? left : right, expecting: nil, in: environment),
            let other = steering(leftGuides ? right : left, expecting: guide.field, in: environment)
        else { return nil }
        guard haveOneType(guide.field.kind, other.field.kind) else {
            report(
                "'\(guide.field.name)' is \(described(guide.field.kind)), and '\(other.field.name)' is \(described(other.field.kind))",
                at: range, .typeMismatch)
            return nil
        }
        if ![.equal, .notEqual].contains(relation) {
            guard case .integer = guide.field.kind else {
                report(
                    "only integers have an order, and '\(guide.field.name)' is \(described(guide.field.kind))",
                    at: range, .typeMismatch)
                return nil
            }
        }
        return leftGuides
            ? .comparison(guide.term, relation, other.term) : .comparison(other.term, relation, guide.term)
    }

    /// Whether values of the two kinds can be compared: integers of any bounds, else only one and the same kind.
    private func haveOneType(_ left: Kind, _ right: Kind) -> Bool {
        if case .integer = left, case .integer = right { return true }
        return left == right
    }

    /// `case in set`, where the set gives the left side its enum; nil after a report, and for an unknown name where `environment.isOpen`.
    private mutating func containment(
        _ operand: FlowLanguage.Operand, in set: FlowLanguage.Operand, _ environment: Environment
    ) -> Condition? {
        guard let whole = steering(set, expecting: nil, in: environment) else { return nil }
        guard case .set(let enumeration) = whole.field.kind else {
            report("'\(whole.field.name)' is \(described(whole.field.kind)) and no set", at: set.range, .typeMismatch)
            return nil
        }
        let element = Field(name: whole.field.name, kind: .enumCase(of: enumeration), isOptional: false)
        guard let part = steering(operand, expecting: element, in: environment) else { return nil }
        guard part.field.kind == element.kind else {
            report(
                "'\(part.field.name)' is no case of what '\(whole.field.name)' holds", at: operand.range, .typeMismatch)
            return nil
        }
        return .containment(part.term, in: whole.term)
    }

    /// A value that a guard reads, so that the flow is steered by it.
    ///
    /// Nil after a report, and for an unknown name where `environment.isOpen`.
    ///
    /// It must be of a finite kind, because proofs try every value. And it must be plain: a log keeps other values encrypted or not at
    /// all, so a replay could not know how the guard was answered.
    private mutating func steering(
        _ operand: FlowLanguage.Operand, expecting expected: Field?, in environment: Environment
    ) -> TypedTerm? {
        guard let typed = term(operand, expecting: expected, in: environment) else { return nil }
        guard typed.isConstant || typed.field.classification == .plain else {
            report(
                "'\(typed.field.name)' is \(typed.field.classification.name), so no guard reads it; whether it is present may be asked",
                at: operand.range, .classifiedValueSteers)
            return nil
        }
        guard typed.field.kind.isFinite else {
            report(
                "'\(typed.field.name)' is \(described(typed.field.kind)), which passes through and never steers; whether it is present may be asked",
                at: operand.range, .guardReadsUnboundedValue)
            return nil
        }
        return typed
    }

    /// The field or variable of which a guard asks whether it is present, of whatever kind and classification.
    ///
    /// Nil after a report, and for an unknown name where `environment.isOpen`.
    private mutating func presence(_ operand: FlowLanguage.Operand, in environment: Environment) -> Term? {
        // A literal or a case of an enum is reported, since nothing here gives it a type: only a field or variable can be absent.
        term(operand, expecting: nil, in: environment)?.term
    }
}

extension Table.Test.Relation {
    init(_ relation: Expression.Relation) {
        switch relation {
        case .equal: self = .equal
        case .notEqual: self = .notEqual
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        }
    }
}
