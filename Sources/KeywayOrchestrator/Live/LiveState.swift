import KeywayCore
import KeywayLog
import KeywayRuns

/// What the lock of a live run keeps together. Nothing waits, writes or calls an app while the lock is held.
struct LiveState {
    /// The run as it was decided; it may be ahead of what is durable.
    var machine: RunMachine
    /// Room for the next decision.
    var decision = RunDecision(tellsSteps: false)
    /// How many decisions this process has made.
    var decisions = 0
    var undurable = Undurable()
    /// Takes the records; after a failure another opening of it.
    var log: any EventLog
    /// Why the log is being opened again, while what is decided waits for it; nil where it takes records.
    var suspension: LogError?
    var isSuspended: Bool { suspension != nil }
    /// The run as its durable records say.
    var shown: RunState
    /// Why nothing more is decided: a record was not taken, or did not become durable.
    var failure: RunError?
    /// Whether the end was handed over to be carried out.
    var isEndPosted = false
    /// Whether the end was carried out: from then on the last handler that returns is the end of everything.
    var isEnded = false
    /// Nil once the run is over and every performance has ended.
    var handler: (any EffectHandler)?
    var performances = Performances()
    /// Durable orders that are not performed yet, in the order of the log.
    var line: [LegOrder] = []
    /// Whether an order before the line has taken its source, and waits for what the source retained to be on record.
    var isTaking = false
    var waiting = Waiting()
    /// How many handles of the run an app has: without any, others need not wait for its sources.
    var handles = 0
    /// Whether commands are refused, because the orchestrator is being shut down.
    var refusesCommands = false
    /// Whether the run is over and its last handler has returned.
    var isLetGo = false
    /// Who wants to know when that is so.
    var whenLetGo: (@Sendable (RunID) -> Void)?

    init(machine: RunMachine, log: any EventLog, handler: any EffectHandler) {
        self.machine = machine
        self.log = log
        shown = machine.state
        self.handler = handler
    }

    /// Nothing comes of the run any more but late callbacks and the ends of its handlers.
    var isOver: Bool { failure != nil || machine.isOver }

    /// When something happens by itself.
    var nextDue: Instant? { failure == nil ? machine.nextDue : nil }
}
