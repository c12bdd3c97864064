/// The answer to a command.
public enum CommandAnswer: Equatable, Sendable {
    /// Why a command was rejected.
    public enum Refusal: Equatable, Sendable {
        /// The state does not allow it, or the sub-flow that was asked has not begun.
        case notNow
        /// The run, or the sub-flow that was asked, stood in a final.
        case ended
    }

    /// The command was not rejected: it moved the run, the run stayed where it was, or the flow ignores it there.
    case accepted
    /// The command was refused, and has changed nothing.
    case rejected(Refusal)
}
