/// Something that came to a node in a sign-in that was played, and what the node asked of the engine for it. Times are in milliseconds.
struct MeasuredStep {
    enum Kind {
        /// Somebody asked a node: a person, or a device.
        case asked
        /// A handler of the node that performs an order has answered.
        case answered
        /// The node did something by itself when time had passed: it let a deadline happen, or asked the engine once more.
        case timed
        /// A node was given the run to look at.
        case looked
    }

    var kind: Kind
    /// The node's place among the nodes of the world.
    var node: Int
    /// When the step began.
    var at: Int64
    /// When the last of the step's statements was answered.
    var doneAt: Int64
    /// The run's promise after this step: when other nodes look at the run if nothing else comes; nil where nobody need look.
    var promise: Int64?
    /// What the node asked for the step, in order.
    var statements: [StatementKind] = []
    /// Whether a deadline of the run happened in the step.
    var letsDeadlineHappen = false
    /// How often nodes asked from this step to the next, by `continued` statements, whether the run had gone on elsewhere.
    var continuedQuestions = 0
}
