import FlowMachine
import KeywayCore

/// A guard of the spec as an expression of Swift.
struct ConditionExpression {
    let vocabulary: Vocabulary
    /// The fields of the event.
    let fields: [Field]

    /// The outermost parts of the condition, of which each but the first begins with the operator that joins them.
    ///
    /// A part is a list of pieces; a line may be broken before each piece.
    func parts(of condition: Condition) -> [[String]] {
        switch condition {
        case .any(let parts) where !parts.isEmpty: Self.joined(parts.map { pieces(of: $0, inside: .or) }, by: .or)
        case .all(let parts) where !parts.isEmpty: Self.joined(parts.map { pieces(of: $0, inside: .and) }, by: .and)
        case .membership(let term, let values):
            Self.joined(alternatives(of: .membership(operand(term), of: values)).map { [$0] }, by: .or)
        case .not(.not(let part)): parts(of: part)
        default: [pieces(of: condition, inside: .or)]
        }
    }

    /// The operators of Swift that join or negate conditions, from the one that binds loosest to the tightest.
    private enum Binding: Int {
        case or, and, not

        var word: String {
            switch self {
            case .or: "||"
            case .and: "&&"
            case .not: "!"
            }
        }
    }

    /// The condition in pieces, in brackets where the operator around it binds tighter than its own.
    private func pieces(of condition: Condition, inside outer: Binding) -> [String] {
        switch condition {
        case .any(let parts): Self.group(parts.map { swift(for: $0, inside: .or) }, by: .or, inside: outer)
        case .all(let parts): Self.group(parts.map { swift(for: $0, inside: .and) }, by: .and, inside: outer)
        case .not(.present(let term)): [absence(of: term, inside: outer)]
        // Swift would read `!!` as another operator.
        case .not(.not(let part)): pieces(of: part, inside: outer)
        case .not(let part): ["!" + swift(for: part, inside: .not)]
        case .comparison(let left, let relation, let right):
            atom(.comparison(operand(left), relation, operand(right)), inside: outer)
        case .membership(let term, let values): atom(.membership(operand(term), of: values), inside: outer)
        case .containment(let part, let whole): atom(.containment(operand(part), in: operand(whole)), inside: outer)
        case .present(let term): atom(.presence(operand(term)), inside: outer)
        case .flag(let term): atom(.flag(operand(term)), inside: outer)
        }
    }

    private func swift(for condition: Condition, inside outer: Binding) -> String {
        pieces(of: condition, inside: outer).joined(separator: " ")
    }

    /// The test `TERM == nil`; `true` or `false` where the term is always absent or always present.
    private func absence(of term: Term, inside outer: Binding) -> String {
        switch swift(for: .present(term), inside: outer) {
        case "true": "false"
        case "false": "true"
        case let presence: presence.replacing(" != nil", with: " == nil")
        }
    }

    private func alternatives(of test: Table.Test) -> [String] {
        TestExpression(vocabulary: vocabulary, fields: fields).alternatives(of: test)
    }

    /// A single test in pieces, or its alternatives joined by `||`, in brackets where the operator around them binds tighter.
    private func atom(_ test: Table.Test, inside outer: Binding) -> [String] {
        let texts = alternatives(of: test)
        guard texts.count == 1 else { return Self.group(texts, by: .or, inside: outer) }
        return outer == .not && texts[0].contains(" ") ? ["(\(texts[0]))"] : texts
    }

    /// The texts with their own operator between them, in brackets where the operator around them binds tighter.
    private static func group(_ texts: [String], by own: Binding, inside outer: Binding) -> [String] {
        var pieces = joined(texts.map { [$0] }, by: own).joined().map { $0 }
        guard own.rawValue < outer.rawValue, pieces.count > 1 else { return pieces }
        pieces[0] = "(" + pieces[0]
        pieces[pieces.count - 1] += ")"
        return pieces
    }

    /// The parts, each but the first with the operator before it.
    private static func joined(_ parts: [[String]], by binding: Binding) -> [[String]] {
        parts.enumerated().map { place, pieces in
            place == 0 ? pieces : ["\(binding.word) \(pieces[0])"] + pieces.dropFirst()
        }
    }

    /// The term as a table has it, with a field by its position; absent where the event has no such field.
    private func operand(_ term: Term) -> Table.Operand {
        switch term.content {
        case .variable(let position): .variable(position)
        case .field(let name): fields.firstIndex { $0.name == name }.map { .field($0) } ?? .absent
        case .constant(let value): .constant(value)
        case .absent: .absent
        }
    }
}
