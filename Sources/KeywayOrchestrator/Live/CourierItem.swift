import KeywayCore
import KeywayLog
import KeywayRuns

/// What is to be done for a run outside of its lock, by the courier: one thread that carries out what follows from records.
///
/// Large contents have memory of their own (`indirect`), so that the list of what follows from one callback is small. The caller's
/// thread makes the list, and the courier's releases it: an allocator gives and takes small pieces quickly, but sorts all larger ones
/// that another thread has released before it gives the next.
enum CourierItem: Sendable {
    /// The records of a decision are durable, and the orchestrator's tracer is to be told of them; `since` is when they were decided.
    case trace([Record], since: ContinuousClock.Instant)
    /// What follows from a durable record.
    indirect case consequence(Consequence)
    /// The order's source is the run's, and the run has heard what the source retained: the effect is performed now.
    indirect case performBehindRetained(LegOrder)
    /// The receiver is given the answer to its command.
    indirect case answer(AnswerReceiver, Result<CommandAnswer, RunError>)
    /// The run or its sub-flows have changed, in this order.
    case publish([RunChange])
    /// Somebody observes the run from now on; the number is the observer's key.
    indirect case observe(Int, StateObserver)
    /// Somebody observes the run's failed effects from now on; the number is the observer's key.
    case observeFailures(Int, FailureObserver)
    /// An effect failed, which its observers are told.
    indirect case tell(EffectFailure)
    /// The run and its legs have ended; with an error, the run was stopped before its end.
    indirect case end(RunError?)
    /// The last handler has returned after the end.
    case finish
}
