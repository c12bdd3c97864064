package import KeywayCore
import KeywayLog
package import KeywayRuns

/// A run as a process has it: it takes commands and callbacks from any thread, keeps time by itself, and tells its states.
///
/// What comes is decided at once, in memory (`receive`). The log makes the records durable on a thread of its own and tells
/// the courier, a second thread for all runs: only then the courier shows the state (`acknowledge`), performs and answers
/// (`carryOut`). So nobody who hands something to a run waits for a disk, and nobody sees what a disk may still lose.
///
/// A run goes on to its end, also where the app keeps no handle of it, and holds its sources until then. From a run
/// without handles another run may take the sources.
///
/// There may be a million runs, so a live run at rest is a few words and its state, kept as bytes (*packed*). It has no task and no
/// lock of its own: these are its orchestrator's. Its actor, `HandlerQueue`, is there only while handlers are at work.
package final class LiveRun: Sendable, DeadlineWaiter, OrderPerformer {
    /// The identity by which the log has the run.
    package let id: RunID
    /// The app's own name for the run; nil where it gave none.
    let reference: String?
    let orchestrator: Orchestrator
    /// The run's flow, and who makes its handlers.
    let service: ServedFlow
    /// The sources and lanes that the run shares with other runs.
    private let device: Device
    /// Has the run's key, by which its records get their personal and secret values encrypted; nil where these are in memory only.
    let sealer: ValueSealer?
    /// The run's state, as bytes where the run is packed. Under the lock of `shard`.
    nonisolated(unsafe) var storage: RunStorage
    /// Performs the run's effects, and is let go after the last. For a run that came back it is made at the run's first effect: a
    /// process that starts makes none for all the runs that only wait. Under the lock of `shard`.
    ///
    /// The object is an `EffectHandler`, but a variable of that type would take two machine words instead of one.
    nonisolated(unsafe) var handler: AnyObject?
    /// How many handles of the run an app has: without any, other runs may take its sources. Under the lock of `shard`.
    nonisolated(unsafe) var handles: Int32 = 0
    /// The run's index in the orchestrator's heap of deadlines; -1 where it waits for none. Under the lock of these deadlines.
    nonisolated(unsafe) var placeAmongDeadlines: Int32 = -1

    /// The flow of the run itself; the positions of a sub-flow count in its own table.
    var flow: RunningFlow { service.flow }
    var watcher: (any RunWatcher)? { orchestrator.watcher }
    var handlerPriority: TaskPriority { orchestrator.handlerPriority }
    var sources: Device.Sources { device.sources }
    var lanes: Device.Lanes { device.lanes }
    /// The lock that guards the run's state, shared with other runs.
    var shard: Lock<AwakeRuns> { orchestrator.shard(of: id) }

    /// - Parameters:
    ///   - machine: the run as it was decided, or as its records say.
    ///   - service: the run's flow, and who makes its handlers.
    ///   - reference: the app's own opaque name for the run; never a secret.
    ///   - device: the sources and lanes that the run shares with other runs.
    ///   - sealer: has the run's key; nil where it has none.
    ///   - lead: by how many milliseconds the run's clock is ahead of the orchestrator's.
    ///   - shown: what observers see at first of a run of an earlier process; nil of one whose first record is not durable.
    init(
        _ machine: RunMachine, of service: ServedFlow, reference: String?, on device: Device,
        in orchestrator: Orchestrator, sealer: ValueSealer? = nil, lead: Int64 = 0, shown: RunView? = nil
    ) {
        id = machine.run
        self.reference = reference
        self.orchestrator = orchestrator
        self.service = service
        self.device = device
        self.sealer = sealer
        var state = LiveState(machine: machine, log: orchestrator.log, lead: lead)
        state.watchers.lastView = shown
        storage = .awake(AwakeRun(state))
    }

    /// Hands the beginning to the log; `receiver` hears whether it is durable.
    func start(_ beginning: RunDecision, _ receiver: @escaping AnswerReceiver) {
        withState { state in
            submit(beginning, in: &state, receiver: receiver, isBeginning: true)
            setAlarm(in: &state)
        }
    }

    // MARK: - What comes

    /// Asks a command; the answer tells a refusal from a success, and its record is durable when this returns.
    ///
    /// - Throws: `RunError`; where it is `.log(.inDoubt)`, the log may have the command.
    package func send(_ command: Command) async throws(RunError) -> CommandAnswer {
        let answer: Result<CommandAnswer, RunError> = await withUnsafeContinuation { continuation in
            ask(command) { continuation.resume(returning: $0) }
        }
        return try answer.get()
    }

    /// Sends as `send(_:)` does, and blocks the thread: for command lines, tests, a server's threads; no main thread.
    @available(*, noasync, message: "it blocks the thread; use the asynchronous form")
    package func sendAndWait(_ command: Command) throws(RunError) -> CommandAnswer {
        let answer = Awaited<Result<CommandAnswer, RunError>>()
        ask(command) { answer.give($0) }
        return try answer.wait().get()
    }

    /// Takes a provider's raw report, whatever it is, from any thread; it returns at once.
    ///
    /// `call` is the call that it answers, where that is known.
    package func deliver(_ callback: consuming RawValue, answering call: ProviderCall? = nil) {
        let callback = callback.cutToGreatestDepth()
        let reading = CallbackReading(callback, by: flow)
        let kept = flow.hearsRetained ? sources.retain(callback, as: reading.retained) : nil
        receive(reading, answering: call, kept)
    }

    // MARK: - What is seen

    /// The run as its durable records say; looking never waits.
    package var durableState: RunState { withState { $0.durable } }
}
