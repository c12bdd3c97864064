/// Values, names, signatures and conditions as pieces of the formatted text.
///
/// A piece that stands in the old text has its offset there as `at`: comments of the old text are put back by these offsets.
extension Composer {
    func piece(_ operand: Operand) -> Piece {
        let text: String
        switch operand.content {
        case .string, .duration: return spelled(operand.range)
        case .name(let parts): text = parts.joined(separator: ".")
        case .integer(let value): text = String(value)
        case .bool(let value): text = value ? "true" : "false"
        case .nil: text = "nil"
        case .set(let cases): text = cases.isEmpty ? "{}" : "{ \(cases.joined(separator: ", ")) }"
        }
        return .text(text, at: operand.range.lower)
    }

    /// The provider's own name for something, in quotes only where it cannot stand as a bare word.
    func rawName(_ name: Name) -> Piece {
        let isWord = name.text.utf8.allSatisfy(\.isWordByte) && name.text.utf8.first?.isDigit == false
        let keyword = Keyword.bySpelling[name.text]
        // `retained` as a bare word before other words would say that the callback is kept.
        let isPlain = isWord && keyword?.isReserved != true && keyword != .retained
        return isPlain ? piece(name) : spelled(name.range)
    }

    func bounds(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound)...\(range.upperBound)" }

    /// The bounds of a kind such as `duration 5s...60s`, as the old text spells them behind the keyword, without spaces.
    private func bounds(spelledIn range: SourceRange) -> String {
        tokens(in: range).dropFirst().map { String(decoding: bytes[$0.lower..<$0.upper], as: UTF8.self) }.joined()
    }

    func kind(_ kind: KindReference) -> String {
        switch kind {
        case .named(let name): name.text
        case .bool: "bool"
        case .duration: "duration"
        case .boundedDuration(let range): "duration \(bounds(spelledIn: range.range))"
        case .int(let range): "int \(bounds(range.content))"
        case .set(let element, _): "set of \(element.text)"
        }
    }

    func signature(_ signature: Signature) -> [Piece] {
        let fields = signature.fields.map { field -> [Piece] in
            [.text("\(field.name.text): \(kind(field.kind))\(field.isOptional ? "?" : "")", at: field.name.range.lower)]
        }
        return [.text(signature.name.text, at: signature.range.lower)]
            + .parenthesizedList(fields, end: signature.range.upper)
    }

    /// Signatures with commas between them. Each comma keeps its place among the comments of the old text, so that a `///`
    /// comment behind it stays above the next signature.
    func signatures(_ signatures: [Signature]) -> [Piece] {
        var pieces: [Piece] = []
        for signature in signatures {
            // The token before a signature is its comma.
            if !pieces.isEmpty { pieces += [.text(",", at: withTokenBefore(signature.range).lower), .breakableSpace] }
            pieces += self.signature(signature)
        }
        return pieces
    }

    func arguments(_ arguments: [Argument]) -> [Piece] {
        .parenthesizedList(arguments.map { [piece($0.name), .text(": "), piece($0.value)] })
    }

    func values(_ values: [Operand]) -> [Piece] { .parenthesizedList(values.map { [piece($0)] }) }

    func event(_ event: EventName) -> Piece {
        let text = (event.isStale ? "stale " : "") + (event.child.map { $0.text + "." } ?? "") + event.name.text
        return .text(text, at: event.range.lower)
    }

    /// The guard of a row, ` when ...` or ` otherwise`, with the blank before it; empty without one.
    func condition(_ condition: Guard?) -> [Piece] {
        switch condition {
        case .when(let expression)?: [.breakableSpace, .text("when ")] + self.expression(expression)
        case .otherwise(let range)?: [.breakableSpace, .text("otherwise", at: range.lower)]
        case nil: []
        }
    }

    /// A condition with parentheses only where they are needed: `not` binds before `and`, and `and` before `or`.
    func expression(_ expression: Expression) -> [Piece] {
        switch expression.content {
        case .any(let parts): joined(parts.map { operand($0, inParentheses: false) }, by: "or")
        case .all(let parts): joined(parts.map { operand($0, inParentheses: $0.isAlternative) }, by: "and")
        case .not(let negated):
            [.text("not ")] + operand(negated, inParentheses: negated.isAlternative || negated.isConjunction)
        case .comparison(let left, let relation, let right):
            [piece(left), .text(" \(relation.rawValue) "), piece(right)]
        case .membership(let value, let values):
            [piece(value), .text(" in "), .text("{"), .unbreakableSpace] + .list(values.map { [piece($0)] })
                + [.unbreakableSpace, .text("}")]
        case .containment(let value, let set): [piece(value), .text(" in "), piece(set)]
        case .present(let value): [piece(value), .text(" present")]
        case .absent(let value): [piece(value), .text(" absent")]
        case .flag(let value): [piece(value)]
        }
    }

    /// The parts of a condition, or of what a requirement or a scenario says, with `and` or `or` between them.
    func joined(_ parts: [[Piece]], by word: String) -> [Piece] {
        Array(parts.joined(separator: [.breakableSpace, .text(word + " ")]))
    }

    private func operand(_ expression: Expression, inParentheses: Bool) -> [Piece] {
        let pieces = self.expression(expression)
        return inParentheses ? [.text("(")] + pieces + [.text(")")] : pieces
    }
}

extension Expression {
    fileprivate var isAlternative: Bool { if case .any = content { true } else { false } }
    fileprivate var isConjunction: Bool { if case .all = content { true } else { false } }
}
