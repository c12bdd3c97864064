/// Something that happened in a sign-in that was played, and what the node asked of the engine for it.
struct MeasuredStep {
    enum Kind {
        /// Somebody asked a node: a person, or a device.
        case asked
        /// A handler of the node that performs an order has answered.
        case answered
        /// The node did something by itself when time had passed: it let a deadline happen, or asked once more.
        case timed
        /// A node was given the run to look at.
        case looked
    }

    var kind: Kind
    /// By its place among the nodes of the world.
    var node: Int
    /// When it came, in milliseconds.
    var at: Int64
    /// When the last statement was answered that it waited for.
    var doneAt: Int64
    /// When others look at the run if nothing comes behind this step; nil where nobody need look.
    var promise: Int64?
    /// One after the other.
    var statements: [StatementKind] = []
    /// Whether a deadline of the run happened.
    var letsDeadlineHappen = false
    /// How often the node asked beside them whether the run had moved on.
    var watches = 0
}
