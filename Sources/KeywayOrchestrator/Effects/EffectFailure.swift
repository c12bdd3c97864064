public import KeywayCore

/// An effect that was not performed, or not to its end, and why.
///
/// Where the flow waits for an answer to the order, it got the effect's `otherwise`, the reply that the effect declares for this case.
/// Else, as where the effect has no replies, the flow is told nothing: a state that waits for what the effect should have brought ends
/// the wait by its own deadline.
public struct EffectFailure: Sendable {
    /// The effect's name in the flow.
    public var effect: String
    /// The names of the sub-flows from the root to the leg that ordered the effect; nil for the run itself.
    public var leg: String?
    /// The order, with the arguments that the handler got: secret ones stand there in clear. Whoever begins to observe after the
    /// failure finds the transient ones withheld.
    public var order: EffectOrder
    /// What the handler threw; an `EffectFailure.Refusal` where it was not called, or returned what is no answer.
    public var reason: any Error
}

extension EffectFailure {
    /// Why an effect counts as not performed though its handler threw nothing.
    public enum Refusal: Error, Equatable, Sendable {
        /// Another run holds the source that the effect calls, and does not yield it: that run is not over, and the app keeps it.
        case sourceBusy
        /// The effect needs a classified value, which was gone when the run came back, as without the run's key.
        case valueGone
        /// Another process has the log by now, so the handler was not called here: see `EventLog.lease`.
        case leaseLost
        /// The handler returned without an answer where the flow wants one.
        case noAnswer
        /// The answer is none of the effect's; the text says why.
        case notItsAnswer(String)
    }
}
