public import KeywayCore
public import KeywayLog
public import KeywayRuns

/// Follows an existing sign-in handler with a flow, to find out what the flow makes of the same callbacks.
///
/// The handler stays as it is, and tells the shadow what it asked for, what it heard and how it ended. The flow decides all
/// of that in memory and performs nothing; its records go to the log, where `keyway shadow` finds successes that the handler
/// lost, and callbacks that the flow does not know. No orchestrator goes on with such a run.
///
/// A shadow never harms the app: it has no thread, task or timer, waits for no disk, and throws nothing. A call comes from any
/// thread and decides in memory; after hours of silence it also decides what was due meanwhile, at most 2,000 steps, for a run is not
/// changed more often (rule 15). Where the log takes nothing, or is overloaded, the present sign-in is not followed any more, and
/// `failure` says why.
///
/// It follows one sign-in after the other. An app with several at once has a shadow for each. A log that is opened again needs
/// another shadow.
public final class Shadow<Followed: Flow>: Sendable {
    private let run: Lock<ShadowRun>
    private let time: any Orchestrator.TimeSource

    /// A shadow beside one handler.
    ///
    /// - Parameters:
    ///   - flow: a generated flow.
    ///   - log: an app opens one log for all its runs; it may be the orchestrator's.
    ///   - parameters: what is chosen for the flow's parameters, for each sign-in.
    ///   - time: the clock that deadlines go by.
    public init(
        of flow: Followed.Type, in log: any EventLog, parameters: Followed.Parameters = .init(),
        time: any Orchestrator.TimeSource = Orchestrator.SystemTime()
    ) {
        let (version, running) = FlowVersion.shared(for: flow)
        run = Lock(ShadowRun(of: running, version: version, choosing: parameters.values, in: log))
        self.time = time
    }

    /// Why a sign-in was not followed, the last such reason; nil as long as all were.
    public var failure: RunError? { run.withLock { $0.failure } }

    /// The app did what a command asks for.
    ///
    /// A command begins another sign-in if the flow takes it as its first command and does not end by it, and if one of
    /// these holds: there is no sign-in yet; `ended` was called for the last one; the flow and its sub-flows have ended in
    /// it; the flow rejects the command in it; `reference` is not nil and differs from its reference. Any other command
    /// belongs to the last sign-in.
    /// - Parameters:
    ///   - command: a command of the flow.
    ///   - reference: the app's own opaque name for the sign-in, of at most 1,024 bytes; never a secret. A sign-in with a longer one is not
    ///     followed.
    public func asked(_ command: Followed.Command, reference: String? = nil) {
        tell(.asked(Command(command.position, fields: command.values), reference: reference))
    }

    /// The app did what a command of a sub-flow asks for.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow.
    ///   - leg: the sub-flow, `.smart`.
    public func asked<Child: Flow>(_ command: Child.Command, of leg: SubFlow<Followed, Child>) {
        tell(.asked(Command(command.position, fields: command.values, to: leg.name)))
    }

    /// The SDK called back, also after the sign-in has ended: a success that comes too late is what this is for.
    ///
    /// - Parameters:
    ///   - callback: any value whatever, as `Run.deliver` takes it.
    ///   - isCurrent: whether it answers the handler's latest call of the SDK, where the handler can tell; nil where it cannot.
    public func heard(_ callback: consuming RawValue, isCurrent: Bool? = nil) {
        tell(.heard(callback.cutToGreatestDepth(), isCurrent: isCurrent))
    }

    /// Somebody answered what the flow asks of its handlers too: the app's backend, or an SDK that answers calls.
    ///
    /// What is not told so stays unknown: without the backend's word no flow comes to a success that needs it.
    /// - Parameter reply: an answer to an effect, `OTPlessSNA.CheckStatusReply.confirmed`.
    public func answered<Reply: FlowReply>(_ reply: Reply) where Reply.Event == Followed.Event {
        tell(.answered(effect: reply.effect, event: reply.event.position, fields: reply.event.values))
    }

    /// Somebody answered what a sub-flow asks of its handlers too.
    ///
    /// - Parameters:
    ///   - reply: an answer to an effect of the sub-flow.
    ///   - leg: the sub-flow, `.smart`.
    public func answered<Child: Flow, Reply: FlowReply>(_ reply: Reply, of leg: SubFlow<Followed, Child>)
    where Reply.Event == Child.Event {
        tell(
            .answered(
                effect: reply.effect, event: reply.event.position, fields: reply.event.values, leg: leg.name))
    }

    /// The app's handler has ended the sign-in; told again with another outcome, the last one counts. After eight no more are taken.
    ///
    /// What the SDK says from now on is still followed, until another sign-in begins.
    /// - Parameters:
    ///   - outcome: how it ended, as the person saw it.
    ///   - reference: the app's own name for the sign-in, where a late end of an earlier one could be taken for the present one's:
    ///     an end with another reference than the present sign-in's is dropped.
    public func ended(_ outcome: AppOutcome, reference: String? = nil) {
        tell(.ended(outcome, reference: reference))
    }

    private func tell(_ told: ShadowRun.Told) {
        run.withLock { run in
            run.take(told, at: time.now) { error, id in
                self.run.withLock { $0.lose(id, because: error) }
            }
        }
    }
}
