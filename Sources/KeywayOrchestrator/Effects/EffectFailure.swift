public import KeywayCore

/// An effect that was not performed, or not to its end, and why.
///
/// Where the effect has replies, the flow heard its `otherwise`. Where it has none, the flow hears nothing: the deadline of
/// the state that waits ends the wait.
public struct EffectFailure: Sendable {
    /// The effect's name in the flow.
    public var effect: String
    /// The names of the sub-flows from the root to the leg that ordered it; nil for the run itself.
    public var leg: String?
    /// With the arguments that the handler got: secret ones stand there in clear.
    public var order: EffectOrder
    /// What the handler threw; `EffectFailure.Refusal` where it was not asked, or what it said is no answer.
    public var reason: any Error
}

extension EffectFailure {
    /// Why an effect counts as not performed though its handler threw nothing.
    public enum Refusal: Error, Equatable, Sendable {
        /// Another run that is not over holds the source that the effect calls.
        case sourceBusy
        /// The effect needs a classified value, which was gone when the run came back: no log has it.
        case valueGone
        /// The handler returned without an answer where the flow wants one.
        case noAnswer
        /// The answer is none of the effect's; the text says why.
        case notItsAnswer(String)
    }
}
