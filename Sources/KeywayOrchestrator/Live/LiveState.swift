import KeywayCore
import KeywayLog
import KeywayRuns

/// What the lock of a live run keeps together. Nothing waits or writes while the lock is held; of an app's code only
/// its clock, its log and the run's key are called.
struct LiveState {
    /// The run as it was decided; it may be ahead of what is durable.
    var machine: RunMachine
    /// Memory for the next decision, which is used again and again.
    var decision = RunDecision(tellsSteps: false)
    /// How many decisions of the run this process has made. A test that waits until the run rests sees by it whether one was added.
    var decisions = 0
    /// The decisions that are not durable yet, in order.
    var undurable = Undurable()
    /// The opening of the log that takes the run's records: after a failure the log is opened again, and this is a later object.
    var log: any EventLog
    /// Why the log is being opened again, while what is decided waits for it; nil where it takes records.
    var suspension: LogError?
    var isSuspended: Bool { suspension != nil }
    /// The run as its durable records say.
    var durable: RunState
    /// Why nothing more is decided: a record was not taken, or did not become durable, or the run was told to stop. Nil while the run
    /// goes on.
    var failure: RunError?
    /// Whether the end of the run was handed to the courier, which carries out what follows from records.
    var isEndPosted = false
    /// Whether the end was carried out. When the last handler has returned after that, nothing is left to be done for the run.
    var isEndCarriedOut = false
    /// Begins performances while there are some; nil while no handler is at work.
    var handlerQueue: HandlerQueue?
    /// The handlers that are at work, or will be once their orders are durable.
    var performances = Performances()
    /// Durable orders that are not in the queue of handlers yet, in the order of the log: one of them waits for a source that it calls.
    var ordersBeforeSources: [LegOrder] = []
    /// Whether an order has taken its source, and waits until the callbacks that the source has retained for later runs are
    /// on record.
    var isTakingSource = false
    /// By how many milliseconds the run's clock is ahead of the orchestrator's: the wall clock was set back since the run's last
    /// record.
    let lead: Int64
    /// How many lists of items (`post`) the courier was handed, or has made of a report of the log, and has not carried out yet.
    var uncarriedPosts = 0
    /// Those who observe the run, and what they were shown last.
    var watchers = Watchers()
    /// Whether the run is over and its last handler has returned.
    var hasLastHandlerReturned = false

    init(machine: RunMachine, log: any EventLog, lead: Int64) {
        self.machine = machine
        self.log = log
        self.lead = lead
        durable = machine.state
    }

    /// The order has an end: its handler returned, or was not called.
    mutating func conclude(_ order: EffectOrder.Key) {
        performances.conclude(order)
        if performances.unfinished == 0 { handlerQueue = nil }
    }

    /// Whether the run has ended or was stopped.
    ///
    /// One that has ended only rejects commands, and records late callbacks and the ends of its handlers; one that was stopped
    /// decides nothing.
    var isEndedOrStopped: Bool { failure != nil || machine.isOver }

    /// When something of the run happens by itself, on the run's own clock; nil where nothing will.
    var nextDue: Instant? { failure == nil ? machine.nextDue : nil }

    /// When something of the run happens by itself, on the orchestrator's clock; nil where nothing will.
    var nextDueOfProcess: Instant? { nextDue?.advanced(byMilliseconds: -lead) }
}
