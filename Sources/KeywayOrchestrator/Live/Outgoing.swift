import Keyway
import KeywayLog
import KeywayRuns

/// What is to be done for a run outside of its lock, on the courier's thread.
enum Outgoing: Sendable {
    /// What follows from a durable record.
    case consequence(Consequence)
    /// The order's source is the run's, and the run has heard what the source retained: the effect is performed now.
    case launch(LegOrder)
    case answer(Asker, Result<CommandAnswer, RunError>)
    /// Somebody observes the run from now on.
    case observe(Int, StateObserver)
    case observeFailures(Int, FailureObserver)
    case tell(EffectFailure)
    /// The run and its legs have ended, or a record of the run could not be made durable.
    case end(RunError?)
    /// The last handler has returned after the end.
    case letGo
}
