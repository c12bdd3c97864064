/// When a row holds.
public enum Guard: Sendable {
    /// Wherever the condition is true.
    case when(Expression)
    /// The complement of the scope's other guards for the same event.
    case otherwise(SourceRange)

    /// The condition without its `when`, or the word `otherwise`.
    public var range: SourceRange {
        switch self {
        case .when(let expression): expression.range
        case .otherwise(let range): range
        }
    }
}

/// A condition over finite values, or in a decoder over paths.
public struct Expression: Sendable {
    /// How two values compare.
    public enum Relation: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// What is asked.
    public indirect enum Content: Sendable {
        /// Two or more, joined by `or`.
        case any([Expression])
        /// Two or more, joined by `and`.
        case all([Expression])
        /// What `not` stands before.
        case not(Expression)
        /// False where either side is absent, also with `!=`.
        case comparison(Operand, Relation, Operand)
        /// `leg in { code, link }`: one value, and at least one to be equal to.
        case membership(Operand, of: [Operand])
        /// `silent in ways`, where `ways` is a set.
        case containment(Operand, in: Operand)
        /// Reads no value, so it may be asked of every class.
        case present(Operand)
        /// The opposite of `present`.
        case absent(Operand)
        /// A boolean by its name alone; decoders have none.
        case flag(Operand)
    }

    /// Nested as the words bind: `not` before `and`, `and` before `or`.
    public var content: Content
    /// Without parentheses around the whole.
    public var range: SourceRange
}
