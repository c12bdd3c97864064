public import KeywayCore
import KeywayLog
public import KeywayRuns

/// A run of a generated flow, in the flow's own types.
///
/// It is the live run of an app: commands and callbacks come from any thread, and what is seen of it is durable. An app that
/// leaves a login sends it `cancel`. A run of which the app keeps no `Run` any more, and that nobody observes, still goes on to
/// its end, at the latest by its flow's own deadline. Callbacks of its provider's SDK come to it until another run calls that SDK.
public struct Run<Followed: Flow>: Sendable {
    /// Where the run is, what it remembers, and what it waits for.
    public struct Situation: Equatable, Sendable {
        /// The state or final of the run itself, whatever its sub-flows do.
        public var state: Followed.State
        /// With secret and personal values in clear; a log has them encrypted or not at all. Such a value is absent where it was gone when
        /// the run came back.
        ///
        /// Printing the context shows these values too.
        public var context: Followed.Context
        /// What the run decided last; nil where it has only begun, or has only come back in this process. Transient values are told once:
        /// a later situation lacks them, and `event` is nil there if such a value is a required field of the event.
        public var event: Followed.Event?
        /// The timers that run or that the state holds back, each with the instant at which it is due, by the clock of
        /// ``Orchestrator/now``. At a node it is the clock of ``Node/now``.
        public var deadlines: [Followed.Event: Instant]
        /// The run and its sub-flows, by which a sub-flow is found.
        private let view: RunView
        /// The names of the sub-flows from the root to the leg that this is the situation of; nil for the run itself.
        private let name: String?

        /// How long a timer has left, in whole milliseconds: for a countdown, asked anew each time that it is drawn.
        ///
        /// It is zero from the deadline on, until the situation comes in which the timer has fired; nil where the timer is not in
        /// `deadlines`.
        /// - Parameters:
        ///   - event: the timer's event, `.inHand`.
        ///   - now: the present by the clock of the deadlines, ``Orchestrator/now``; at a node ``Node/now``.
        public func timeLeft(until event: Followed.Event, at now: Instant) -> Duration? {
            deadlines[event].map { .milliseconds(max(0, $0.milliseconds(since: now))) }
        }

        /// A sub-flow that runs; nil before it has begun and after it has ended.
        ///
        /// - Parameter leg: the sub-flow, `.smart`.
        public subscript<Child: Flow>(leg: SubFlow<Followed, Child>) -> Run<Child>.Situation? {
            let inner = name.map { "\($0).\(leg.name)" } ?? leg.name
            guard let place = view.leg(named: inner), !view.legs[place].isEnded else { return nil }
            return try? Run<Child>.Situation(view, at: place)
        }
    }

    private let handle: RunHandle
    private var live: LiveRun { handle.live }

    package init(_ live: LiveRun) {
        handle = RunHandle(live)
    }

    /// The identity by which the log has the run; `keyway replay LOG --run` takes it.
    public var id: RunID { live.id }

    /// Asks a command; the answer tells a refusal from a success, and is durable when this returns.
    ///
    /// - Parameters:
    ///   - command: a command of the flow.
    ///   - id: asked again with the same identity, the same command gets the first answer and nothing else happens. The values of personal,
    ///     secret and transient fields are not compared, so two commands that differ in these values alone count as the same: draw an
    ///     identity for each thing that a person does, or a second code is not heard and is answered as the first. A run keeps up to 1,024
    ///     identities, of at most 256 bytes.
    /// - Throws: `RunError`. With `log(.overloaded)` nothing happened, and the run goes on; with `log(.inDoubt)` the log may have
    ///   the command, which is known when the log is opened again.
    public func send(_ command: Followed.Command, id: String? = nil) async throws(RunError) -> CommandAnswer {
        try await live.send(Command(command.position, fields: command.values, id: id))
    }

    /// Sends as `send(_:id:)` does, and blocks the thread: for command lines, tests, a server's threads; no main
    /// thread.
    ///
    /// - Parameters:
    ///   - command: as for `send(_:id:)`.
    ///   - id: as for `send(_:id:)`.
    /// - Throws: as `send(_:id:)`.
    @available(*, noasync, message: "it blocks the thread; use `send`")
    public func sendAndWait(_ command: Followed.Command, id: String? = nil) throws(RunError) -> CommandAnswer {
        try live.sendAndWait(Command(command.position, fields: command.values, id: id))
    }

    /// Asks a command and returns once it is decided; the answer is told when it is durable, on a thread of Keyway's own.
    package func send(
        _ command: Followed.Command, id: String? = nil,
        then tell: @escaping @Sendable (Result<CommandAnswer, RunError>) -> Void
    ) {
        live.ask(Command(command.position, fields: command.values, id: id), tell)
    }

    /// Asks a command of a sub-flow and returns once it is decided; the answer is told once it is durable.
    package func send<Child: Flow>(
        _ command: Child.Command, to leg: SubFlow<Followed, Child>,
        then tell: @escaping @Sendable (Result<CommandAnswer, RunError>) -> Void
    ) {
        live.ask(Command(command.position, fields: command.values, to: leg.name), tell)
    }

    /// Asks a command of a sub-flow, as it runs now or ran last.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow.
    ///   - leg: the sub-flow, `.smart`; before it has begun the answer is `rejected`.
    ///   - id: as in `send(_:id:)`.
    /// - Throws: `RunError`.
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
    ///   - attempt: the number of the attempt in which the handler called the SDK, where the callback can be matched to a call.
    ///     Each leg counts its own attempts from 0, and here only the number is known: where sub-flows have the same source,
    ///     deliver by the ``CallbackRoute`` of the handler, which knows the leg as well.
    public func deliver(_ callback: consuming RawValue, attempt: Int? = nil) {
        live.deliver(callback, answering: attempt.map { ProviderCall(attempt: $0) })
    }

    /// The effects that failed, the first 64 of the run first; it ends when the run is over and every handler has returned.
    ///
    /// The flow itself does not hear of a failure where it waits for no answer, as of an effect without replies: an app that wants to
    /// know looks here.
    public var failures: AsyncStream<EffectFailure> { live.failures }

    /// Whether the run has not ended and was not stopped, as far as is decided; a sub-flow that it left may outlive it.
    package var goesOn: Bool { live.goesOn }

    /// Where the run and its sub-flows are, as observers were told last; nil before its first record is durable.
    package var present: Situation? {
        live.withState { $0.watchers.lastView }.flatMap { try? Situation($0, at: 0) }
    }

    /// Where the run and its sub-flows are from now on, the present first, once for each change; it ends with the run, or with the
    /// `RunError` that stopped it.
    public var situations: AsyncThrowingStream<Situation, any Error> {
        // The stream keeps the handle, so whoever observes the run counts as having it.
        live.views { [handle] view in
            defer { withExtendedLifetime(handle) {} }
            return try Situation(view, at: 0)
        }
    }

    /// Where a sub-flow is from now on, as it runs now or ran last, its finals too; nothing before it has begun.
    ///
    /// A sub-flow that is run again begins again in its initial state. The stream ends as `situations` does: with the run.
    /// - Parameter leg: the sub-flow, `.smart`.
    public func situations<Child: Flow>(
        of leg: SubFlow<Followed, Child>
    ) -> AsyncThrowingStream<Run<Child>.Situation, any Error> {
        guard live.flow.subFlow(named: leg.name)?.table.name == Child.table.name else {
            return AsyncThrowingStream { $0.finish(throwing: RunError.noSuchLeg(leg.name)) }
        }
        let last = Lock<LegView?>(nil)
        return live.views { [handle] view in
            defer { withExtendedLifetime(handle) {} }
            guard let place = view.leg(named: leg.name) else { return nil }
            let isNews = last.withLock { last in
                defer { last = view.legs[place] }
                return last == nil || view.changed == place
            }
            return isNews ? try Run<Child>.Situation(view, at: place) : nil
        }
    }
}

extension Run.Situation {
    /// The situation of the leg at this index of the view; nil where the flow has no such state.
    init?(_ view: RunView, at place: Int) throws(Value.Mismatch) {
        let leg = view.legs[place]
        guard let state = Followed.state(at: leg.outcome.state) else { return nil }
        self.state = state
        // Of a classified value a log knows only that it was present.
        context = try Followed.Context(values: leg.outcome.context.map { $0 == .withheld ? nil : $0 })
        // An event too may have such a value: what a sub-flow's final kept before the run came back.
        event = leg.event.flatMap {
            try? Followed.Event(position: $0.position, values: $0.fields.map { $0 == .withheld ? nil : $0 })
        }
        let timers = Followed.table.timers
        let due = leg.timers.compactMap { armed in
            (try? Followed.Event(position: timers[armed.timer].event, values: [])).map { ($0, armed.deadline) }
        }
        deadlines = Dictionary(due) { min($0, $1) }
        self.view = view
        name = leg.name
    }
}

/// A live run for as long as an app has it or observes it.
private final class RunHandle: Sendable {
    let live: LiveRun

    init(_ live: LiveRun) {
        self.live = live
        live.addHandle()
    }

    deinit { live.removeHandle() }
}
