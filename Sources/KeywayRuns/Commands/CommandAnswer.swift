/// What a command got for an answer.
public enum CommandAnswer: Equatable, Sendable {
    /// Why a command was rejected.
    public enum Refusal: Equatable, Sendable {
        /// The state does not allow it, or the sub-flow that was asked has not begun.
        case notNow
        /// The run, or the sub-flow that was asked, is over.
        case ended
    }

    /// It moved the run, stayed or was ignored.
    case accepted
    /// Nothing has changed.
    case rejected(Refusal)
}
