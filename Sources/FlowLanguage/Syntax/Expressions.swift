/// When a row holds.
public enum Guard: Sendable {
    case when(Expression)
    /// The complement of the scope's other guards for the same event.
    case otherwise(SourceRange)

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
        case any([Expression])
        case all([Expression])
        case not(Expression)
        case comparison(Operand, Relation, Operand)
        case membership(Operand, of: [Operand])
        /// `silent in ways`, where `ways` is a set.
        case containment(Operand, in: Operand)
        case present(Operand)
        case absent(Operand)
        case flag(Operand)
    }

    public var content: Content
    public var range: SourceRange
}
