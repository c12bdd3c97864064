/// A sign-in under way, in few bytes: there may be millions at once. Times are in microseconds.
struct RehearsedRun {
    /// Stands in place of a run's number where there is no run.
    static let none = UInt32.max

    /// What is done for the run at present.
    enum Work: UInt8 {
        /// The next step of its script.
        case step
        /// A node looks at the run, to take over an order of a dead node.
        case takeOver
        /// A node looks at the run, and may not take the node that performs its order for dead yet.
        case vainLook
        /// A node looks at the run, to let a deadline happen in the place of a dead node.
        case lateDeadline
    }

    /// What happens when the run's time in the heap has come. Several runs may ask in one statement, of which the first stands in the heap.
    enum Entry: UInt8 {
        /// The work of the run begins.
        case begins
        /// The statement of which the run is the first is answered.
        case answered
        /// The statement of which the run is the first is sent again, as the shard was gone.
        case sentAgain
    }

    /// When the step that the run waits for is to come; for a deadline, when it is due.
    var due: Int64 = 0
    /// When the present work began: if the node dies after this time, the work is lost.
    var began: Int64 = 0
    /// When other nodes look at the run, if its node dies.
    var promise = Int64.max
    /// When the node died whose order is taken over.
    var diedAt = Int64.max
    /// When the lease of that node ends, so that others take it for dead.
    var leaseEnd: Int64 = 0
    /// A drawn number that decides which nodes the run comes to; it is not the run's position in `ShardRehearsal.runs`.
    var number: UInt32
    /// The node that does the present work.
    var node: UInt32 = 0
    /// The run behind this one in a node's line, or among those that one statement asks for; `none` for the last one.
    var next = RehearsedRun.none
    /// The place of the present step among the steps of the playbook.
    var step: UInt32
    /// How many statements of the present work are answered.
    var statement: UInt8 = 0
    var work = Work.step
    /// What happens next, when the run's time in the heap has come.
    var entry = Entry.begins
    /// Whether the node that was to let the present deadline happen has died.
    var isAfterDeath = false
}
