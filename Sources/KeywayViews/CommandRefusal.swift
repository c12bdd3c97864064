public import KeywayRuns

/// Why a command that a view has sent was not accepted.
public enum CommandRefusal: Equatable, Sendable {
    /// The model shows no run yet.
    case noRun
    /// The run has rejected the command, and nothing has changed.
    case rejected(CommandAnswer.Refusal)
    /// The run could not decide the command, or the log could not keep it. With `RunError.log(.inDoubt)` the log may have it all the same.
    case failed(RunError)

    /// The refusal that an answer tells; nil for a command that was accepted.
    init?(_ answer: Result<CommandAnswer, RunError>) {
        switch answer {
        case .success(.accepted): return nil
        case .success(.rejected(let refusal)): self = .rejected(refusal)
        case .failure(let error): self = .failed(error)
        }
    }
}
