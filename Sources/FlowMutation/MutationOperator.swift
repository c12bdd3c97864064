/// A way in which one place of a flow's text is edited: mostly a row, hence the names, but also an effect, a final or a decoder.
package enum MutationOperator: String, CaseIterable, Sendable {
    /// A row, or one of its events, names or timers, is left out.
    case drop = "row.drop"
    /// A row leads to another state or final.
    case target = "row.target"
    /// A guard or a decoder's test is negated.
    case negate = "row.negate"
    /// A number in a guard or a decoder's test is one more, or one less.
    case bound = "row.bound"
    /// An `after`, `within` or `set` takes half or twice as long, or an `after` is left out.
    case deadline = "row.deadline"
    /// A `do`, `set`, `clear`, `run` or `take` is left out.
    case order = "row.order"
    /// An assignment is left out.
    case assignment = "row.assignment"
    /// Another case of an enum, or the other truth, is assigned or handed to an effect or a sub-flow.
    case value = "row.value"
    /// A name of a `keep` is left out.
    case keep = "row.keep"
    /// A name of a final's `keeps` is left out.
    case keeps = "row.keeps"
    /// Two arguments of one type and one class change places.
    case swap = "row.swap"
    /// `once`, `volatile`, `starts attempt` or `retained` is left out.
    case attribute = "row.attribute"
    /// An effect's `otherwise` is another of its replies.
    case otherwise = "row.otherwise"
}
