public import Keyway
public import KeywayLog

/// A run of a generated flow, in the flow's own types.
///
/// It is the live run of an app: commands and callbacks come from any thread, and what is seen of it is durable. An app that
/// leaves a login sends it `cancel`. A run whose last copy is dropped, and that nobody observes, still goes on to its own
/// deadline; until then it hears its provider's SDK, and gives way to the first run that calls the same SDK.
public struct Run<Followed: Flow>: Sendable {
    /// Where the run is, and what it remembers.
    public struct Situation: Hashable, Sendable {
        /// The state or final of the run itself, whatever its sub-flows do.
        public var state: Followed.State
        /// With secret and personal values in clear, as no log has them.
        public var context: Followed.Context
    }

    private let kept: KeptRun
    private var live: LiveRun { kept.live }

    /// Begins a run of the flow that the handlers serve.
    ///
    /// - `handlers`: They are called in the order of the log, and nobody waits for another's end.
    /// - `reference`: The app's own opaque name for the run; never a secret.
    /// - `sources`: Where runs of the same provider SDKs meet; a server that plays many devices has one for each.
    /// - `lanes`: Where runs wait for each other's turn with a provider; likewise.
    /// - Throws: `DriverError.log` when the log does not take the first record.
    public init(
        with handlers: some FlowEffects<Followed>, in log: any EventLog, reference: String? = nil,
        time: any Alarm = SystemTime(), sources: ProviderSources = .ofThisProcess,
        lanes: ProviderLanes = .ofThisProcess
    ) throws(DriverError) {
        let live = try LiveRun(
            of: Followed.table, annotations: Followed.annotations, reference: reference, log: log,
            handler: FlowEffectHandler(handlers: handlers), time: time, sources: sources,
            lanes: lanes)
        kept = KeptRun(live)
    }

    /// The log has the run by it, and `keyway replay LOG --run` takes it.
    public var id: RunID { live.id }

    /// Asks a command; the answer tells a refusal from a success. With an `id`, asking again gets the first answer.
    ///
    /// - Throws: `DriverError`; the run is as it was then.
    @discardableResult
    public func send(_ command: Followed.Event, id: String? = nil) throws(DriverError) -> CommandAnswer {
        try live.send(command.position, fields: command.values, id: id)
    }

    /// Asks a command of the sub-flow of this name, `silent` or `outer.inner`, as it runs now or ran last.
    ///
    /// - Throws: `DriverError`, also where the flow has no such sub-flow; the run is as it was then.
    @discardableResult
    public func send<Child: FlowWord>(
        _ command: Child, to leg: String, id: String? = nil
    ) throws(DriverError) -> CommandAnswer {
        try live.send(command.position, fields: command.values, to: leg, id: id)
    }

    /// Takes a provider's raw report, whatever it is.
    ///
    /// `attempt` is the attempt that the handler closed over, where the source can tell.
    public func deliver(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) {
        try live.deliver(callback, attempt: attempt)
    }

    /// The effects that failed, the first 64 of the run first; it ends when the run is over and every handler has returned.
    ///
    /// The flow itself does not hear of an effect without replies that fails: an app that wants to know looks here.
    public var failures: AsyncStream<EffectFailure> { live.failures }

    /// Where the run is from now on, the present first; it ends with the run, or with the error that stopped it.
    public var situations: AsyncThrowingStream<Situation, any Error> {
        let (kept, states) = (kept, live.states)
        return AsyncThrowingStream { continuation in
            let telling = Task {
                // Who looks on has the run.
                defer { withExtendedLifetime(kept) {} }
                do {
                    for try await state in states {
                        guard let name = Followed.state(of: state) else { continue }
                        continuation.yield(
                            Situation(state: name, context: try Followed.Context(values: state.values)))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in telling.cancel() }
        }
    }
}
