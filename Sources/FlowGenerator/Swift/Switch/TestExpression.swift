import FlowMachine
import KeywayCore

/// A guard's question as an expression of Swift, over the typed context and the fields of an event.
struct TestExpression {
    let vocabulary: Vocabulary
    /// The fields of the event; a test names each by its position here.
    let fields: [Field]

    /// An operand as a Swift expression, with its kind where that is known.
    private struct Read {
        var text: String
        var kind: Kind?
        var isOptional: Bool
    }

    /// The test as one expression, or as several of which one must hold.
    func alternatives(of test: Table.Test) -> [String] {
        guard case .membership(let operand, let members) = test else { return [swift(for: test)] }
        return members.isEmpty ? ["false"] : members.map { swift(for: .comparison(operand, .equal, .constant($0))) }
    }

    private func swift(for test: Table.Test) -> String {
        switch test {
        case .presence(let operand):
            guard let read = read(operand, like: nil) else { return "false" }
            return read.isOptional ? "\(read.text) != nil" : "true"
        case .flag(let operand):
            guard let read = read(operand, like: nil) else { return "false" }
            return read.isOptional ? "\(read.text) == true" : read.text
        case .membership: return alternatives(of: test).joined(separator: " || ")
        case .containment(let part, let whole):
            return containment(part, in: whole)
        case .comparison(let left, let relation, let right):
            return comparison(left, relation, right)
        }
    }

    private func comparison(_ left: Table.Operand, _ relation: Table.Test.Relation, _ right: Table.Operand) -> String {
        guard let leftRead = read(left, like: kind(of: right)), let rightRead = read(right, like: kind(of: left)) else {
            return "false"
        }
        // A comparison with an absent value is false, also `!=` and one of two absent values.
        let isPlain = !leftRead.isOptional && !rightRead.isOptional
        if isPlain || relation == .equal && leftRead.isOptional != rightRead.isOptional {
            return "\(leftRead.text) \(relation.sign) \(rightRead.text)"
        }
        return "holds(\(leftRead.text), \(relation.sign), \(rightRead.text))"
    }

    private func containment(_ part: Table.Operand, in whole: Table.Operand) -> String {
        guard let set = read(whole, like: nil), case .set(let enumeration)? = set.kind,
            let element = read(part, like: .enumCase(of: enumeration))
        else { return "false" }
        return set.isOptional || element.isOptional
            ? "isElement(\(element.text), of: \(set.text))" : "\(set.text).contains(\(element.text))"
    }

    private func kind(of operand: Table.Operand) -> Kind? {
        switch operand {
        case .variable(let position): vocabulary.model.variables[position].field.kind
        case .field(let position): fields.indices.contains(position) ? fields[position].kind : nil
        case .constant, .absent: nil
        }
    }

    /// The operand as an expression; nil where it is always absent.
    ///
    /// - Parameter other: the kind as which a constant is written, such as the kind of the operand that it is compared with; nil where
    ///   no such kind is known.
    private func read(_ operand: Table.Operand, like other: Kind?) -> Read? {
        switch operand {
        case .variable(let position):
            let field = vocabulary.model.variables[position].inContext
            return Read(
                text: "context.\(field.name)", kind: field.kind, isOptional: field.isOptional)
        case .field(let position):
            guard fields.indices.contains(position) else { return nil }
            let field = fields[position]
            let name = BoundFields(fields, of: vocabulary.model)[field.name]
            return Read(text: name, kind: field.kind, isOptional: field.isOptional)
        case .constant(let value):
            let kind = other ?? Self.kind(of: value)
            return Read(text: kind.map { vocabulary.literal(value, of: $0) } ?? "nil", kind: kind, isOptional: false)
        case .absent: return nil
        }
    }

    /// A kind in which the value can be written; nil where the value alone does not tell it: a case or a set, whose enum another operand
    /// tells, and a withheld value.
    private static func kind(of value: Value) -> Kind? {
        switch value {
        case .bool: .bool
        case .integer(let number): .integer(number...number)
        case .duration(let milliseconds): .duration(milliseconds...milliseconds)
        case .text: .text(0...0)
        case .enumCase, .set, .withheld: nil
        }
    }
}
