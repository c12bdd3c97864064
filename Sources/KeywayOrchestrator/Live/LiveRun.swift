package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// A run as a process has it: it takes commands and callbacks from any thread, keeps time by itself, and tells its states.
///
/// What comes is decided at once, in memory (`receive`). The log makes the records durable on a thread of its own and tells
/// the courier; only then the courier shows the state (`acknowledge`), performs and answers (`carryOut`). So nobody who hands
/// something to a run waits for a disk, and nobody sees what a disk may still lose.
///
/// A run goes on to its end, also where nobody keeps it, and holds its sources until then; of a `Run` that an app has dropped
/// another run may take them.
package final class LiveRun: Sendable {
    /// Drawn at random unless it was given; the log has the run by it.
    package let id: RunID
    /// The flow of the run itself; the positions of a sub-flow count in its own table.
    let flow: RunningFlow
    let state: Lock<LiveState>
    let observers = Lock(Watchers())
    let time: any Alarm
    private let device: Device
    var sources: ProviderSources { device.sources }
    var lanes: ProviderLanes { device.lanes }
    /// The app's own name for the run; nil where it gave none.
    let reference: String?
    /// Opens the log again where that has failed; nil where a failure stops the run.
    let reopening: (any Reopening)?
    /// Is told whenever the run has gone on; nil but in the test of an app.
    let watcher: (any RunWatcher)?
    let launcher = Launcher()

    /// How a run begins.
    package struct Plan: Sendable {
        var version: FlowVersion
        var flow: RunningFlow
        var reference: String?
        var log: any EventLog
        var handler: any EffectHandler
        var time: any Alarm
        var device: Device
        var id: RunID?
        /// Opens the log again where that has failed; nil where a failure stops the run.
        var reopening: (any Reopening)?
        /// Is told whenever the run has gone on.
        var watcher: (any RunWatcher)?

        /// - Parameters:
        ///   - reducer: decides the events of the root's flow.
        ///   - annotations: where the flow's rows stand in its spec.
        ///   - reference: the app's own opaque name for the run; never a secret.
        ///   - device: where runs of the same provider SDKs meet, and wait for each other's turn with a provider.
        ///   - id: the run's identity; drawn at random where it is nil.
        package init(
            of reducer: any Reducer, annotations: Annotations, reference: String? = nil, log: any EventLog,
            handler: any EffectHandler, time: any Alarm = SystemTime(), device: Device = .ofThisProcess,
            id: RunID? = nil
        ) {
            let flow = RunningFlow(reducer)
            self.init(
                of: FlowVersion(of: flow, annotations: annotations), flow: flow, reference: reference, log: log,
                handler: handler, time: time, device: device, id: id)
        }

        init(
            of version: FlowVersion, flow: RunningFlow, reference: String?, log: any EventLog,
            handler: any EffectHandler, time: any Alarm, device: Device, id: RunID?
        ) {
            self.version = version
            self.flow = flow
            self.reference = reference
            self.log = log
            self.handler = handler
            self.time = time
            self.device = device
            self.id = id
        }
    }

    private init(_ plan: Plan, machine: RunMachine) {
        id = machine.run
        flow = plan.flow
        time = plan.time
        device = plan.device
        reference = plan.reference
        state = Lock(LiveState(machine: machine, log: plan.log, handler: plan.handler))
        reopening = plan.reopening
        watcher = plan.watcher
    }

    /// Goes on with a run of an earlier process; its records say where it stands.
    convenience init(_ plan: Plan, goingOnWith machine: RunMachine) {
        self.init(plan, machine: machine)
        observers.withLock { $0.told = RunView(of: machine) }
    }

    /// Decides how a run begins; nothing of it is on record yet.
    ///
    /// - Throws: `RunError.log(.overloaded)`.
    private static func prepare(_ plan: Plan) throws(RunError) -> (run: LiveRun, beginning: RunDecision) {
        if plan.log.isOverloaded { throw .log(.overloaded) }
        var generator = SystemRandomNumberGenerator()
        let id = plan.id ?? RunID.random(using: &generator)
        let (machine, beginning) = RunMachine.begin(
            id, of: plan.flow, version: plan.version, reference: plan.reference, kind: .live, salt: plan.log.salt,
            at: plan.time.now, hearing: plan.device.sources.retained)
        return (LiveRun(plan, machine: machine), beginning)
    }

    /// Hands the beginning to the log; `asker` hears whether it is durable.
    private func start(_ beginning: RunDecision, _ asker: @escaping Asker) {
        state.withLock { submit(beginning, in: &$0, asker: asker, isBeginning: true) }
        setAlarm()
    }

    /// Begins a run; its first records are durable when this returns.
    ///
    /// - Parameter adopt: gets the run once its first records were handed to the log, and before they are durable.
    /// - Throws: `RunError.log` when the log does not take the records, or cannot make them durable.
    package static func begin(
        _ plan: Plan, adoptedBy adopt: (LiveRun) -> Void = { _ in }
    ) async throws(RunError) -> LiveRun {
        let (run, beginning) = try prepare(plan)
        let answer: Result<CommandAnswer, RunError> = await withUnsafeContinuation { continuation in
            run.start(beginning) { continuation.resume(returning: $0) }
            adopt(run)
        }
        _ = try answer.get()
        return run
    }

    /// The same, and blocks the thread: for command lines, tests and a server's own threads.
    @available(*, noasync, message: "it blocks the thread; use the asynchronous form")
    package static func beginAndWait(
        _ plan: Plan, adoptedBy adopt: (LiveRun) -> Void = { _ in }
    ) throws(RunError) -> LiveRun {
        let (run, beginning) = try prepare(plan)
        let answer = Awaited<Result<CommandAnswer, RunError>>()
        run.start(beginning) { answer.give($0) }
        adopt(run)
        _ = try answer.wait().get()
        return run
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

    /// The same, and blocks the thread: for command lines, tests and a server's own threads, and never on a main thread.
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
        let callback = callback.limited()
        let reading = CallbackReading(callback, by: flow)
        let heard = flow.hearsRetained ? sources.note(callback, as: reading.retained) : nil
        receive(reading, answering: call, heard)
    }

    // MARK: - What is seen

    /// The run as its durable records say; looking never waits.
    package var shown: RunState { state.withLock { $0.shown } }
}

/// Who observes a run. Only the courier's thread tells them.
struct Watchers {
    var states = Observers<StateObserver>()
    var failures = Failures()
    /// What state observers were told last; nil before the run's first state.
    var told: RunView?
    /// How the run ended for its observers; nil as long as it goes on.
    var end: Result<Void, RunError>?
}
