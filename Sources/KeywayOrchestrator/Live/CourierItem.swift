import KeywayCore
import KeywayLog
import KeywayRuns

/// What is to be done for a run outside of its lock, on the courier's thread.
enum CourierItem: Sendable {
    /// The opening of the log with this salt told of the first records that were not durable: they are now, or they will not be.
    case acknowledged(LogError?, by: UInt64)
    /// The records of a decision are durable, which somebody traces.
    case trace([Record], since: ContinuousClock.Instant)
    /// What follows from a durable record.
    case consequence(Consequence)
    /// The order's source is the run's, and the run has heard what the source retained: the effect is performed now.
    case launch(LegOrder)
    case answer(AnswerReceiver, Result<CommandAnswer, RunError>)
    /// The run or its sub-flows have changed.
    case publish(RunChange)
    /// Somebody observes the run from now on.
    case observe(Int, StateObserver)
    case observeFailures(Int, FailureObserver)
    case tell(EffectFailure)
    /// The run and its legs have ended, or a record of the run could not be made durable.
    case end(RunError?)
    /// The last handler has returned after the end.
    case finish
}
