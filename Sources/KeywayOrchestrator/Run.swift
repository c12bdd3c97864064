public import Keyway
import KeywayLog
public import KeywayRuns

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
        /// With secret and personal values in clear, as no log has them; absent where the run came back and they are gone.
        public var context: Followed.Context
    }

    private let handle: RunHandle
    private var live: LiveRun { handle.live }

    package init(_ live: LiveRun) {
        handle = RunHandle(live)
    }

    /// The log has the run by it, and `keyway replay LOG --run` takes it.
    public var id: RunID { live.id }

    /// Asks a command; the answer tells a refusal from a success, and is durable when this returns.
    ///
    /// - Parameters:
    ///   - command: a command of the flow.
    ///   - id: asked again with the same identity, the same command gets the first answer and nothing else happens. A run keeps
    ///     up to 1,024 of them.
    /// - Throws: `RunError`. With `log(.overloaded)` nothing happened, and the run goes on; with `log(.inDoubt)` the log may have
    ///   the command, which is known when the log is opened again.
    @discardableResult
    public func send(_ command: Followed.Command, id: String? = nil) async throws(RunError) -> CommandAnswer {
        try await live.send(Command(command.position, fields: command.values, id: id))
    }

    /// The same, and blocks the thread: for command lines, tests and a server's own threads, and never on a main thread.
    @available(*, noasync, message: "it blocks the thread; use `send`")
    @discardableResult
    public func sendAndWait(_ command: Followed.Command, id: String? = nil) throws(RunError) -> CommandAnswer {
        try live.sendAndWait(Command(command.position, fields: command.values, id: id))
    }

    /// Asks a command of a sub-flow, as it runs now or ran last.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow.
    ///   - leg: the sub-flow, `.smart`; before it has begun the answer is `rejected`.
    ///   - id: as in `send(_:id:)`.
    /// - Throws: `RunError`.
    @discardableResult
    public func send<Child: Flow>(
        _ command: Child.Command, to leg: SubFlow<Followed, Child>, id: String? = nil
    ) async throws(RunError) -> CommandAnswer {
        try await live.send(Command(command.position, fields: command.values, to: leg.name, id: id))
    }

    /// Takes a provider's raw report, whatever it is, from any thread; it returns within microseconds, whatever the disk does.
    ///
    /// What goes wrong with the log is told by `situations`.
    /// - Parameters:
    ///   - callback: any value whatever; what lies deeper in it than `RawValue.greatestDepth` is not read.
    ///   - attempt: the attempt that the handler closed over, where the source can tell.
    public func deliver(_ callback: consuming RawValue, attempt: Int? = nil) {
        live.deliver(callback, answering: attempt.map { ProviderCall(attempt: $0) })
    }

    /// The effects that failed, the first 64 of the run first; it ends when the run is over and every handler has returned.
    ///
    /// The flow itself does not hear of an effect without replies that fails: an app that wants to know looks here.
    public var failures: AsyncStream<EffectFailure> { live.failures }

    /// Where the run is from now on, the present first; it ends with the run, or with the `RunError` that stopped it.
    public var situations: AsyncThrowingStream<Situation, any Error> {
        // Who observes has the run.
        live.states { [handle] outcome in
            defer { withExtendedLifetime(handle) {} }
            return try Situation(outcome)
        }
    }

    /// Where a sub-flow is from now on, as it runs now or ran last; nothing before it has begun.
    ///
    /// It tells a screen what the sub-flow waits for. A sub-flow that is run again begins again in its initial state. The stream ends
    /// as `situations` does: with the run.
    /// - Parameter leg: the sub-flow, `.smart`.
    public func situations<Child: Flow>(
        of leg: SubFlow<Followed, Child>
    ) -> AsyncThrowingStream<Run<Child>.Situation, any Error> {
        guard live.flow.subFlow(named: leg.name)?.table.name == Child.table.name else {
            return AsyncThrowingStream { $0.finish(throwing: RunError.noSuchLeg(leg.name)) }
        }
        return live.states(of: leg.name) { [handle] outcome in
            defer { withExtendedLifetime(handle) {} }
            return try Run<Child>.Situation(outcome)
        }
    }
}

extension Run.Situation {
    /// Nil where the flow has no such state.
    fileprivate init?(_ outcome: Outcome) throws(UnfitValues) {
        guard let state = Followed.state(at: outcome.state) else { return nil }
        // Of a classified value a log knows only that it was present.
        let values = outcome.context.map { $0 == .withheld ? nil : $0 }
        self.init(state: state, context: try Followed.Context(values: values))
    }
}

/// A live run for as long as an app has it or observes it.
private final class RunHandle: Sendable {
    let live: LiveRun

    init(_ live: LiveRun) {
        self.live = live
        live.hold()
    }

    deinit { live.giveWay() }
}
