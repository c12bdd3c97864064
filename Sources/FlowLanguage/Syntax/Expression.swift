/// When a row holds.
public enum Guard: Sendable {
    /// Wherever the condition is true.
    case when(Expression)
    /// `otherwise`: wherever no other guard of the same scope and event, or of the same choice, holds.
    case otherwise(SourceRange)
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
        /// `not`, and the condition that it stands before.
        case not(Expression)
        /// False where either side is absent, also with `!=`.
        case comparison(Operand, Relation, Operand)
        /// `leg in { code, link }`: the value equals at least one of the listed ones.
        case membership(Operand, of: [Operand])
        /// `silent in ways`, where `ways` is a variable or field that holds a set.
        case containment(Operand, in: Operand)
        /// `token present`: reads no value, so it may be asked of values of every class.
        case present(Operand)
        /// `token absent`, the opposite of `present`.
        case absent(Operand)
        /// The name of a bool by itself; a decoder's test cannot have it.
        case flag(Operand)
    }

    /// What is asked, nested as the words bind: `not` before `and`, `and` before `or`.
    public var content: Content
    /// Where the condition stands, without parentheses around the whole.
    public var range: SourceRange
}
