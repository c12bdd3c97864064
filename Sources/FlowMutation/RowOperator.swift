/// A way in which one place of a flow's text is edited: mostly a row, but also an effect, a final or a decoder.
package enum RowOperator: String, CaseIterable, Sendable {
    case drop = "row.drop"
    case target = "row.target"
    case negate = "row.negate"
    case bound = "row.bound"
    case deadline = "row.deadline"
    case order = "row.order"
    case assignment = "row.assignment"
    case value = "row.value"
    case keep = "row.keep"
    case keeps = "row.keeps"
    case swap = "row.swap"
    case attribute = "row.attribute"
    case otherwise = "row.otherwise"

    /// What the operator edits, in a few words.
    package var summary: String {
        switch self {
        case .drop: "a row, or one of its events or names, is left out"
        case .target: "a row leads to another state or final"
        case .negate: "a guard or a decoder's test is negated"
        case .bound: "a number in a guard or a decoder's test is one more, or one less"
        case .deadline: "an 'after', 'within' or 'set' takes half or twice as long, or an 'after' is left out"
        case .order: "a 'do', 'set', 'clear', 'run' or 'take' is left out"
        case .assignment: "an assignment is left out"
        case .value: "another case of an enum, or the other truth, is assigned or handed to an effect"
        case .keep: "a name of a 'keep' is left out"
        case .keeps: "a name of a final's 'keeps' is left out"
        case .swap: "two arguments of one type change places"
        case .attribute: "'once', 'volatile', 'starts attempt' or 'retained' is left out"
        case .otherwise: "an effect's 'otherwise' is another of its replies"
        }
    }
}
