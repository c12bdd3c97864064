public import KeywayCore
public import KeywayLog

/// Why a run did not do what it was asked.
public enum RunError: Error, Equatable, Sendable {
    /// The log did not take the record, or could not make it durable; `LogError.inDoubt` says that the log may have it.
    ///
    /// The run is stopped then, except for `LogError.overloaded`, which a command may get while the run goes on.
    case log(LogError)
    /// The run was stopped before, and decides nothing more until the log is opened again. Whoever observes it is told why.
    case stopped
    /// The run's values cannot be encrypted. A new run has not begun then; a live one is stopped, as if its log had failed.
    case key(KeyError)
    /// The orchestrator has no service for the flow.
    case notServed(flow: String)
    /// Two services are for the flow; at a node, for one version of it. The handlers of one would never be called.
    case servedTwice(flow: String)
    /// The flow's generated code is damaged, or was made by another version of the generator; nothing is decided by it.
    case unreadableFlow(Table.Fault)
    /// As many runs are live as the orchestrator takes.
    case tooManyRuns(limit: Int)
    /// The orchestrator was shut down. The run goes on when the log is opened again.
    case shutDown
    /// The flow has no command at this position among its events.
    case noSuchCommand(Int)
    /// The flow has no sub-flow of this name, such as `silent`, or `outer.inner` for a sub-flow of a sub-flow.
    case noSuchLeg(String)
    /// Neither the flow nor a sub-flow of it reads a source that is one for all runs (`singleton`).
    case noSharedSource(flow: String)
    /// The command, reply or parameters are not as the flow declares them.
    case invalidInput(InvalidInput)
    /// The identity is that of another command or of a callback, or of the same command with other fields; of a personal, secret or
    /// transient field only whether it is there is compared.
    case identityInUse(String)
    /// The run has as many commands and callbacks with an identity as it keeps, which is 1,024.
    case tooManyIdentities
    /// The identity of a command or a callback has more bytes of UTF-8 than `limit`.
    case identityTooLong(limit: Int)
    /// The app's own name for a run has more bytes of UTF-8 than `limit`.
    case referenceTooLong(limit: Int)

    /// How an input differs from what a flow declares.
    public enum InvalidInput: Hashable, Sendable {
        /// The flow has no reply at this position among its events.
        case noReply(position: Int)
        /// The effect does not answer with this event.
        case notAnAnswer(event: String, effect: String)
        /// The event has another number of fields.
        case count(event: String, found: Int, expected: Int)
        /// The event came without a field that it needs.
        case missing(field: String, event: String)
        /// The flow has another number of parameters.
        case parameterCount(flow: String, found: Int, expected: Int)
        /// The value for the parameter of this name is of another type, or out of the range that the spec gives.
        case parameter(String, flow: String)
        /// The field's value is of another type, or out of its range.
        case value(field: String, event: String)
    }
}

extension RunError: CustomStringConvertible {
    /// One sentence, without the run, which the caller knows.
    public var description: String {
        switch self {
        case .log(let error): "\(error)"
        case .stopped:
            "the run was stopped before, so nothing more is decided until the log is opened again"
        case .key(let error): "\(error)"
        case .notServed(let flow): "the orchestrator has no service for '\(flow)'"
        case .servedTwice(let flow):
            "two services are for '\(flow)', so the handlers of one of them would never be called"
        case .unreadableFlow(let fault): "\(fault)"
        case .tooManyRuns(let limit): "\(limit) runs are live, and the orchestrator takes no more"
        case .shutDown: "the orchestrator was shut down; the run goes on when the log is opened again"
        case .noSuchLeg(let name): "the flow has no sub-flow '\(name)'"
        case .noSharedSource(let flow): "'\(flow)' and its sub-flows read no singleton source"
        case .noSuchCommand(let position): "the flow has no command at position \(position)"
        case .invalidInput(let what): "\(what)"
        case .identityInUse(let id):
            "the id '\(id)' was given to another command or callback, or to this command with other fields"
        case .tooManyIdentities: "the run has 1024 commands and callbacks with an id, and takes no more of them"
        case .identityTooLong(let limit): "the id of a command or callback has at most \(limit) bytes"
        case .referenceTooLong(let limit): "a reference has at most \(limit) bytes"
        }
    }
}

extension RunError.InvalidInput: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .noReply(let position): "the flow has no reply at position \(position)"
        case .notAnAnswer(let event, let effect): "'\(effect)' does not answer with '\(event)'"
        case .count(let event, let found, let expected): "'\(event)' takes \(expected) fields, and got \(found)"
        case .missing(let field, let event): "'\(event)' needs '\(field)'"
        case .parameterCount(let flow, let found, let expected):
            "'\(flow)' takes \(expected) parameters, and got \(found)"
        case .parameter(let name, let flow):
            "the parameter '\(name)' of '\(flow)' is of another type or out of its range"
        case .value(let field, let event): "'\(field)' of '\(event)' is of another type or out of its range"
        }
    }
}
