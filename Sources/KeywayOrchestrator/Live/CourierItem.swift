import KeywayCore
import KeywayLog
import KeywayRuns

/// What is to be done for a run outside of its lock, by the courier: one thread that carries out what follows from records.
enum CourierItem: Sendable {
    /// The records of a decision are durable, and the orchestrator's tracer is to be told of them.
    case trace([Record], since: ContinuousClock.Instant)
    /// What follows from a durable record.
    case consequence(Consequence)
    /// The order's source is the run's, and the run has heard what the source retained: the effect is performed now.
    case launch(LegOrder)
    /// The receiver is given the answer to its command.
    case answer(AnswerReceiver, Result<CommandAnswer, RunError>)
    /// The run or its sub-flows have changed, in this order.
    case publish([RunChange])
    /// Somebody observes the run from now on; the number is the observer's key.
    case observe(Int, StateObserver)
    /// Somebody observes the run's failed effects from now on; the number is the observer's key.
    case observeFailures(Int, FailureObserver)
    /// An effect failed, which its observers are told.
    case tell(EffectFailure)
    /// The run and its legs have ended; with an error, the run was stopped before its end.
    case end(RunError?)
    /// The last handler has returned after the end.
    case finish
}
