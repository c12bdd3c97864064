/// A sign-in under way, in few bytes: there may be millions.
struct RehearsedRun {
    /// Nothing stands behind.
    static let none = UInt32.max

    /// What is done for the run.
    enum Work: UInt8 {
        /// The next step of its script.
        case step
        /// A node looks at it for an order of a dead one.
        case takeOver
        /// A node looks at it, and the performer may be alive.
        case vainLook
        /// A node looks at it for a deadline of a dead one.
        case lateDeadline
    }

    /// What its entry in the heap means.
    enum Entry: UInt8 {
        case begins
        /// The statement was answered that the run is the first of.
        case answered
        /// The statement is sent again that the run is the first of.
        case sentAgain
    }

    /// When the deadline was due for which something is done.
    var due: Int64 = 0
    /// When the work began: its node must live from then on.
    var began: Int64 = 0
    /// When others look at the run, if its node is gone.
    var promise = Int64.max
    /// When the node died whose order is taken over, and when the engine takes it for dead.
    var diedAt = Int64.max
    var leaseEnd: Int64 = 0
    /// From which the nodes are drawn that it comes to.
    var number: UInt32
    var node: UInt32 = 0
    /// The run behind it in a line or in a statement.
    var next = RehearsedRun.none
    /// By its place in the playbook.
    var step: UInt32
    var statement: UInt8 = 0
    var work = Work.step
    var entry = Entry.begins
    /// Whether the node has died that was to let the deadline happen.
    var isAfterDeath = false
}
