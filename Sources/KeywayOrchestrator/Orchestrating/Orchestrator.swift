public import KeywayCore
public import KeywayLog
public import KeywayRuns

/// The runs of a process: it begins them, goes on with those of earlier processes, and finds them.
///
/// There is one orchestrator for each log. Opening one goes on with every unfinished run that it can: the run's clock has kept
/// going, and overdue deadlines fire in order. Effects that were cut short are repeated with the same key, unless they happen
/// `once`, are `volatile` or need a value that is gone; those end, with their `otherwise` where the flow waits for an answer.
public final class Orchestrator: Sendable {
    /// How many runs may be live at once, unless the orchestrator was opened with another limit.
    public static let defaultLimit = 100_000
    /// The priority of handlers' tasks, unless the orchestrator was opened with another: a person waits for a sign-in.
    public static let defaultHandlerPriority = TaskPriority.userInitiated

    let state: Lock<State>
    let time: any Orchestrator.TimeSource
    /// By the names of their flows.
    let services: [String: ServedFlow]
    /// Gives the device whose sources and lanes a run uses, from the run's identity and the app's own name for it.
    let makeDevice: @Sendable (RunID, _ reference: String?) -> Device
    /// The rules for runs that come back: `Recovery.sound`, except in a test.
    let recovery: Recovery
    let handlerPriority: TaskPriority
    /// How many runs may be live at once.
    private let limit: Int
    /// When which run is to be woken.
    let deadlines: Deadlines
    /// The `closed` records that wait for room in the log: those of orders for whose answers no flow waits.
    let backlog = Backlog()
    /// The locks of the runs, each with those of its runs that are awake: kept as they are, and not packed as bytes.
    private let shards: [Lock<AwakeRuns>]

    /// Keeps the keys of runs; nil where personal and secret values are in memory only.
    let keys: (any KeyStore)?

    /// Opens the log again where it has failed; nil where a failure stops the runs.
    let openLog: (@Sendable () async throws -> any EventLog)?

    /// Is told what the runs do; nil where nobody traces them.
    let tracer: (any Orchestrator.Tracer)?

    /// Is told of each run, and whenever one has gone on; nil but in the test of an app.
    let watcher: (any RunWatcher)?

    struct State {
        /// The present opening of the log: each time that the log is opened, `openLog` gives another object for it.
        var log: any EventLog
        /// The task that opens a failed log again and hands it to the runs; nil where none is at work.
        var reopening: Task<Void, Never>?
        /// The pause that the task is making; nil where it makes none.
        var rest: Task<Void, Never>?
        /// Whether `log` has failed and must be opened again.
        var logHasFailed = false
        /// Runs that `reopen()` has yet to hand the present `log`. An ended run may be among them: it still answers commands.
        var runsToHandOver: [RunID: LiveRun] = [:]
        /// More runs of this kind, whose records could not be read just now: they come to `runsToHandOver` again after a pause.
        var runsToReadAgain: [RunID: LiveRun] = [:]
        /// When the log was last opened again; nil where it never was.
        var lastOpening: ContinuousClock.Instant?
        /// How long was waited before the last opening; it grows where openings fail soon after each other.
        var pause = Duration.zero
        /// Why the log takes nothing now; nil where it does.
        var failure: (any Error)?
        /// Whether another process has the log, and goes on with all runs.
        var hasLostLog = false
        /// How many new runs are being made and are not in `runs` yet; they count against the limit.
        var beginning = 0
        /// By reference, the callers that want to find or begin its run, in the order in which they came: the first has its turn, the
        /// others wait.
        var turns: [String: [UnsafeContinuation<Void, Never>]] = [:]
        /// Runs that are not over, and runs that are over but whose last handlers are still at work.
        var runs = RunSet()
        /// The lanes that are reserved for runs which this orchestrator does not go on with now.
        var reservedLanes: [(lanes: Device.Lanes, run: RunID)] = []
        /// Runs of earlier processes that could not be resumed.
        var unresumed: [Orchestrator.UnresumedRun] = []
        /// Runs that came back without values that the log has encrypted.
        var withoutValues: [RunID] = []
        /// How many keys of ended runs are being erased.
        var erasures = 0
        var isShutDown = false
        /// Whether the runs are stopped, or are being stopped: no handler is called any more, also for a run that has ended.
        var hasStoppedRuns = false

        var stopsAllRuns: Bool { isShutDown || hasLostLog }
    }

    /// Goes on with the runs of the log that are not over; when it returns, all of them can be found.
    ///
    /// A log that fails stops the runs; see `init(opening:serving:keys:time:limit:handlerPriority:tracer:device:)`.
    /// - Parameters:
    ///   - log: an app opens one log for all its runs; no other orchestrator has it.
    ///   - services: one for each flow that the app runs. A run of another flow is not resumed.
    ///   - keys: with a key store, the log has personal and secret values encrypted, and a run that comes back has them again. Nil
    ///     keeps them in memory only.
    ///   - time: the clock that deadlines go by; it begins at the wall clock.
    ///   - limit: how many runs may be live at once before `begin` throws `RunError.tooManyRuns`; runs that come back count, and
    ///     are never refused.
    ///   - handlerPriority: that of the tasks in which handlers perform effects; they inherit none from whoever sends.
    ///   - tracer: is told what the runs do, for metrics and traces.
    ///   - device: what a run shares with others, from the run's identity and the app's own name for it. An app is one device; a
    ///     server that plays many has one for each.
    /// - Throws: `RunError.unreadableFlow` for a flow whose generated code carries no table of this version of Keyway,
    ///   and `servedTwice` for a flow with two services; then the log was not read. `log` when the log cannot be read.
    public convenience init(
        _ log: any EventLog, serving services: [Orchestrator.Service], keys: (any KeyStore)? = nil,
        time: any Orchestrator.TimeSource = Orchestrator.SystemTime(), limit: Int = defaultLimit,
        handlerPriority: TaskPriority = defaultHandlerPriority, tracer: (any Orchestrator.Tracer)? = nil,
        device: @escaping @Sendable (RunID, _ reference: String?) -> Device = { _, _ in .shared }
    ) async throws(RunError) {
        try await self.init(
            log, openedBy: nil, serving: services, keys: keys, time: time, limit: limit, recovery: .sound,
            handlerPriority: handlerPriority, tracer: tracer, device: device)
    }

    /// Opens the log, goes on with its unfinished runs, and opens the log again whenever it fails: a full disk or a lost connection
    /// need not stop a run.
    ///
    /// While the log is being opened again, runs go on in memory. What they have decided is performed, answered and shown once the
    /// log has it. From 1,000 waiting decisions of a run on its commands get `RunError.log(.overloaded)`; at 2,000 the run is
    /// stopped. A run is stopped as well when the log turns out to be damaged, or when somebody else has gone on with the run.
    /// - Parameters:
    ///   - openLog: opens the log, the same one each time; it is asked again, after 20 ms at first and 5 seconds at most, for as
    ///     long as it throws. No other orchestrator has the log. Where it throws `LogError.fenced`, another process has taken the log: all
    ///     runs stop, and it is not asked again.
    ///   - services: one for each flow that the app runs. A run of another flow is not resumed.
    ///   - keys: with a key store, the log has personal and secret values encrypted. Nil keeps them in memory only.
    ///   - time: the clock that deadlines go by; it begins at the wall clock.
    ///   - limit: how many runs may be live at once before `begin` throws `RunError.tooManyRuns`.
    ///   - handlerPriority: that of the tasks in which handlers perform effects.
    ///   - tracer: is told what the runs do, for metrics and traces.
    ///   - device: what a run shares with others, from the run's identity and the app's own name for it.
    /// - Throws: `RunError.unreadableFlow` and `servedTwice` before the log is opened, what `openLog` throws the first
    ///   time, and `RunError.log` when the log cannot be read.
    public convenience init(
        opening openLog: @escaping @Sendable () async throws -> any EventLog, serving services: [Orchestrator.Service],
        keys: (any KeyStore)? = nil, time: any Orchestrator.TimeSource = Orchestrator.SystemTime(),
        limit: Int = defaultLimit,
        handlerPriority: TaskPriority = defaultHandlerPriority, tracer: (any Orchestrator.Tracer)? = nil,
        device: @escaping @Sendable (RunID, _ reference: String?) -> Device = { _, _ in .shared }
    ) async throws {
        try services.checkFlows()
        try await self.init(
            openLog(), openedBy: openLog, serving: services, keys: keys, time: time, limit: limit, recovery: .sound,
            handlerPriority: handlerPriority, tracer: tracer, device: device)
    }

    /// An orchestrator with other rules for coming back, or with somebody who watches its runs, for tests.
    package convenience init(
        _ log: any EventLog, openedBy openLog: (@Sendable () async throws -> any EventLog)?,
        serving services: [Orchestrator.Service], keys: (any KeyStore)? = nil, time: any Orchestrator.TimeSource,
        limit: Int, recovery: Recovery,
        handlerPriority: TaskPriority = defaultHandlerPriority, tracer: (any Orchestrator.Tracer)? = nil,
        watchedBy watcher: (any RunWatcher)? = nil, awakeRuns: Int = defaultAwakeRuns,
        device: @escaping @Sendable (RunID, _ reference: String?) -> Device
    ) async throws(RunError) {
        try services.checkFlows()
        self.init(
            beginningIn: log, openedBy: openLog, serving: services, keys: keys, time: time, limit: limit,
            recovery: recovery,
            handlerPriority: handlerPriority, tracer: tracer, watchedBy: watcher, awakeRuns: awakeRuns, device: device)
        do throws(LogError) { try await recover() } catch {
            // The app has no orchestrator to shut down.
            giveBackReservedLanes()
            throw .log(error)
        }
    }

    /// An orchestrator that goes on with no run of the log, for tests.
    ///
    /// - Parameters:
    ///   - services: one at most for each flow.
    ///   - awakeRuns: how many runs stay awake after something came to them; the others are packed: at rest, and kept as bytes.
    package init(
        beginningIn log: any EventLog, openedBy openLog: (@Sendable () async throws -> any EventLog)? = nil,
        serving services: [Orchestrator.Service], keys: (any KeyStore)? = nil, time: any Orchestrator.TimeSource,
        limit: Int = defaultLimit,
        recovery: Recovery = .sound,
        handlerPriority: TaskPriority = defaultHandlerPriority, tracer: (any Orchestrator.Tracer)? = nil,
        watchedBy watcher: (any RunWatcher)? = nil, awakeRuns: Int = defaultAwakeRuns,
        device: @escaping @Sendable (RunID, _ reference: String?) -> Device
    ) {
        state = Lock(State(log: log))
        self.openLog = openLog
        self.keys = keys
        self.recovery = recovery
        self.handlerPriority = handlerPriority
        self.tracer = tracer
        self.watcher = watcher
        self.time = time
        self.limit = limit
        makeDevice = device
        deadlines = Deadlines(by: time)
        let awakeOfShard = (awakeRuns + Self.shardCount - 1) / Self.shardCount
        shards = (0..<Self.shardCount).map { _ in Lock(AwakeRuns(capacity: awakeOfShard)) }
        self.services = Dictionary(uniqueKeysWithValues: services.map { ($0.served.flow.table.name, $0.served) })
        watchLease(of: log)
    }

    /// How many locks all runs share: enough that two threads seldom want the same one.
    private static let shardCount = 16
    /// How many runs stay unpacked, unless a test says otherwise: more than an app has at once.
    package static let defaultAwakeRuns = 1024

    /// The lock that guards the run, with those of its runs that are awake.
    func shard(of run: RunID) -> Lock<AwakeRuns> { shards[Int(run.low % UInt64(Self.shardCount))] }

    /// The present opening of the log.
    var log: any EventLog { state.withLock { $0.log } }

    /// Whether the orchestrator takes nothing more.
    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    /// Whether all runs stop: the orchestrator is shut down, or another process has the log.
    var stopsAllRuns: Bool { state.withLock { $0.stopsAllRuns } }

    /// Whether a handler may still be called: nothing has stopped all runs.
    var callsHandlers: Bool {
        // False in every app: only a test plants the fault.
        let isPlanted = recovery.planted == .performsAfterShutDown
        return isPlanted || !state.withLock { $0.hasStoppedRuns }
    }

    /// Why the log takes no records at present, while it is being opened again.
    ///
    /// Nil while the log works. An orchestrator that was given an open log tells no failure but `LogError.fenced`: a failed log stops its
    /// runs. `LogError.fenced` stays: another process has taken the log, and this one should end.
    public var logFailure: (any Error)? { state.withLock { $0.failure } }

    /// The present, by the clock that the deadlines of situations go by: a timer has as long left as its deadline is later than this.
    ///
    /// The wall clock tells another time once it was set while the process lived.
    public var now: Instant { time.now }

    // MARK: - Runs

    /// Begins a run of a flow that is served; its first record is durable when this returns.
    ///
    /// - Parameters:
    ///   - flow: a generated flow.
    ///   - parameters: what is chosen for the flow's parameters, fixed for the run.
    ///   - reference: the app's own opaque name for the run, of at most 1,024 bytes; never a secret.
    /// - Throws: `RunError.notServed`, `unreadableFlow`, `tooManyRuns` or `shutDown`; `invalidInput` where a parameter is out of its
    ///   range, and `referenceTooLong`, before anything is recorded; `key` where the run's key cannot be made or kept; `log` when the log
    ///   does not take the first record, or cannot make it durable.
    public func begin<Followed: Flow>(
        _ flow: Followed.Type, parameters: Followed.Parameters = .init(), reference: String? = nil
    ) async throws(RunError) -> Run<Followed> {
        Run(
            try await begin(
                FlowVersion.shared(for: flow).flow, choosing: parameters.values, reference: reference))
    }

    /// Begins as `begin` does, and blocks the thread until the first record is durable: for command lines, tests and a
    /// server's own threads.
    ///
    /// - Parameters:
    ///   - flow: as for `begin`.
    ///   - parameters: as for `begin`.
    ///   - reference: as for `begin`.
    /// - Throws: as `begin`.
    @available(*, noasync, message: "it blocks the thread; use `begin`")
    public func beginAndWait<Followed: Flow>(
        _ flow: Followed.Type, parameters: Followed.Parameters = .init(), reference: String? = nil
    ) throws(RunError) -> Run<Followed> {
        Run(
            try beginAndWait(
                FlowVersion.shared(for: flow).flow, choosing: parameters.values, reference: reference))
    }

    /// Begins a run as `beginAndWait(_:parameters:reference:)` does, without the flow's types; a nil `id` is drawn at random.
    @available(*, noasync, message: "it blocks the thread; use `begin`")
    package func beginAndWait(
        _ flow: RunningFlow, choosing parameters: [Value] = [], reference: String? = nil, as id: RunID? = nil
    ) throws(RunError) -> LiveRun {
        let new = try prepare(flow, parameters, reference, id)
        var key: (any RunKey)?
        if keys != nil {
            let made = Awaited<Result<(any RunKey)?, RunError>>()
            Task.detached { made.give(await self.makeKey(for: new)) }
            key = try made.wait().get()
        }
        let (run, beginning) = make(new, with: key)
        let answer = Awaited<Result<CommandAnswer, RunError>>()
        run.start(beginning) { answer.give($0) }
        adoptNew(run)
        _ = try answer.wait().get()
        return run
    }

    /// Begins a run of a flow that is served, without its types; `id` is drawn at random where it is nil.
    package func begin(
        _ flow: RunningFlow, choosing parameters: [Value] = [], reference: String? = nil, as id: RunID? = nil
    ) async throws(RunError) -> LiveRun {
        let new = try prepare(flow, parameters, reference, id)
        let key = try await makeKey(for: new).get()
        let (run, beginning) = make(new, with: key)
        let answer: Result<CommandAnswer, RunError> = await withUnsafeContinuation { continuation in
            run.start(beginning) { continuation.resume(returning: $0) }
            adoptNew(run)
        }
        _ = try answer.get()
        return run
    }

    /// The live run of an identity; nil where it is gone, unknown or not resumed, or follows another flow.
    ///
    /// - Parameters:
    ///   - id: the identity of the run. A run that has ended is there until its last handler has returned.
    ///   - flow: the flow that the run follows, in the version that is served.
    public func run<Followed: Flow>(_ id: RunID, of flow: Followed.Type) -> Run<Followed>? {
        guard let live = live(id), live.flow === FlowVersion.shared(for: flow).flow else { return nil }
        return Run(live)
    }

    /// The run of this identity, without its types.
    package func live(_ id: RunID) -> LiveRun? { state.withLock { $0.runs[id] } }

    /// The runs of a flow that go on and began with a reference, in no promised order.
    ///
    /// A run that has ended is not among them, also while a sub-flow that it left is still at its `cancel`: whoever comes back begins anew.
    /// - Parameters:
    ///   - flow: the flow that the runs follow, in the version that is served.
    ///   - reference: the app's own name for the runs, as `begin` was given it.
    public func runs<Followed: Flow>(of flow: Followed.Type, reference: String) -> [Run<Followed>] {
        let wanted = FlowVersion.shared(for: flow).flow
        let runs = state.withLock { $0.runs.all }
        return runs.filter { reference.isSameReference(as: $0.reference) && $0.flow === wanted && $0.goesOn }
            .map { Run($0) }
    }

    /// All runs that are not over, by their identities.
    public var unfinished: [Orchestrator.UnfinishedRun] {
        let runs = state.withLock { $0.runs.all }
        return runs.compactMap(\.unfinishedRun).sorted { $0.run < $1.run }
    }

    /// Whether the log has a run that is to go on, here or in a later process: the log may only be deleted where this is false.
    ///
    /// Beside `unfinished` these are runs of `unresumed`, which a later process may resume, and runs that were stopped before their end.
    /// - Throws: `RunError.log` where the log cannot tell.
    public var hasOpenRuns: Bool {
        get async throws(RunError) {
            if state.withLock({ $0.beginning > 0 }) || !unfinished.isEmpty { return true }
            do throws(LogError) { return try await !log.openRuns(after: nil, limit: 1).isEmpty } catch {
                throw .log(error)
            }
        }
    }

    /// The runs of earlier processes that could not be resumed, each with the reason. They stay in the log as they are, and other
    /// runs are not affected.
    public var unresumed: [Orchestrator.UnresumedRun] { state.withLock { $0.unresumed } }

    /// The runs of earlier processes that came back without personal and secret values which the log has encrypted: the key store has
    /// no key of them any more, or they hold a value that came while a process had no key. Their flows were told so, and go on.
    public var withoutValues: [RunID] { state.withLock { $0.withoutValues } }

    /// Whether every run waits for what comes from outside, or for its next deadline.
    package var isQuiet: Bool {
        let runs = state.withLock { $0.runs.all }
        return !runs.contains(where: \.isAtWork)
    }

    // MARK: - Beginning

    /// What a new run begins with. The run counts against `limit` from here on.
    private struct NewRun: Sendable {
        let id: RunID
        let service: ServedFlow
        let parameters: [Int: Value]
        let reference: String?
    }

    /// Checks whether a run may begin, and counts it against `limit` from now on.
    ///
    /// - Throws: `RunError.unreadableFlow`, `invalidInput`, `referenceTooLong`, `notServed`, `shutDown`, `tooManyRuns` or
    ///   `log(.overloaded)`.
    private func prepare(
        _ flow: RunningFlow, _ parameters: [Value], _ reference: String?, _ id: RunID?
    ) throws(RunError) -> NewRun {
        let name = flow.table.name
        if let fault = flow.table.fault { throw .unreadableFlow(fault) }
        guard let service = services[name], service.flow === flow else { throw .notServed(flow: name) }
        let chosen = try flow.chosen(parameters)
        try RunError.checkReference(reference)
        try state.withLock { (state) throws(RunError) in
            if state.isShutDown { throw .shutDown }
            if state.hasLostLog { throw .log(.fenced) }
            guard state.runs.count + state.beginning < limit else { throw .tooManyRuns(limit: limit) }
            if state.log.isOverloaded { throw .log(.overloaded) }
            state.beginning += 1
        }
        var generator = SystemRandomNumberGenerator()
        return NewRun(
            id: id ?? RunID.random(using: &generator), service: service, parameters: chosen, reference: reference)
    }

    /// Makes the run's key, which is durable before the log has a value of the run; nil without a key store. Where that fails, the
    /// run does not begin and counts no more against `limit`.
    private func makeKey(for run: NewRun) async -> Result<(any RunKey)?, RunError> {
        guard let keys, run.service.flow.takesValuesBack else { return .success(nil) }
        do {
            let key = try await keys.makeKey(for: run.id)
            guard isShutDown else { return .success(key) }
            eraseKey(of: run.id)
            state.withLock { $0.beginning -= 1 }
            return .failure(.shutDown)
        } catch {
            state.withLock { $0.beginning -= 1 }
            return .failure(.key(.unavailable("\(error)")))
        }
    }

    /// Makes a new run and its first decision; nothing is written yet.
    private func make(_ run: NewRun, with key: (any RunKey)?) -> (run: LiveRun, beginning: RunDecision) {
        let device = makeDevice(run.id, run.reference)
        let (machine, beginning) = RunMachine.begin(
            run.id, of: run.service.flow, version: run.service.version, reference: run.reference,
            choosing: run.parameters, kind: .live, salt: log.salt, at: time.now,
            hearing: device.sources.retained)
        let live = LiveRun(
            machine, of: run.service, reference: run.reference, on: device, in: self,
            sealer: key.map { ValueSealer($0) })
        live.handler = run.service.makeHandler(run.id, run.reference)
        return (live, beginning)
    }

    /// Keeps a run whose beginning was handed to the log: from now on it can be found.
    private func adoptNew(_ live: LiveRun) {
        adopt(live, isNew: true)
        if isShutDown { live.stop(because: .shutDown) }
    }

    /// Keeps the run until it is over and its last handler has returned.
    ///
    /// `isNew`: whether `prepare` has counted the run among those that are beginning.
    func adopt(_ live: LiveRun, isNew: Bool = false) {
        state.withLock { state in
            state.runs.insert(live)
            if isNew { state.beginning -= 1 }
        }
        watcher?.adopted(live)
        if state.withLock({ $0.hasLostLog }) { live.stop(because: .log(.fenced)) }
        if live.hasLastHandlerReturned { forget(live.id) }
        live.catchUp(with: log.salt)
    }

    /// Forgets a run that is over and whose last handler has returned.
    func forget(_ run: RunID) {
        // It is released outside of the lock.
        let forgotten = state.withLock { $0.runs.remove(run) }
        forgotten?.packNow()
    }

    // MARK: - The end

    /// Stops taking commands, waits for handlers, and closes the log; what was decided is durable when this returns.
    ///
    /// Runs that are not over go on when the log is opened again; their observers hear `RunError.shutDown`. Where the log has failed and
    /// is being opened again during the call, decisions that it has not taken are lost, and whoever waits for them hears the error; an
    /// opening that is under way is waited for, and closed. A second call returns at once.
    /// - Parameter handlerLimit: how long handlers may still run and be called; then those whose answers are waited for are cancelled, and
    ///   an order whose handler was not called waits for whoever goes on with the run. What handlers do in
    ///   `onCancel` may take as long again, and so may the key store, which erases the keys of runs that have ended.
    /// - Throws: `RunError.log` when the log's last writing failed; a failure before that was told to the runs' observers, and is not
    ///   told again.
    public func shutDown(within handlerLimit: Duration = .seconds(5)) async throws(RunError) {
        let runs = state.withLock { state -> [LiveRun]? in
            defer { state.isShutDown = true }
            return state.isShutDown
                ? nil : state.runs.all + state.runsToHandOver.values + state.runsToReadAgain.values
        }
        guard let runs else { return }
        let end = ContinuousClock.now.advanced(by: handlerLimit)
        while runs.contains(where: \.isPerforming), ContinuousClock.now < end { await pause(for: .milliseconds(5)) }
        await stop(runs, because: .shutDown)
        let closing: Result<Void, LogError>
        do throws(LogError) {
            try await log.close()
            closing = .success(())
        } catch {
            closing = .failure(error)
        }
        await reopeningEnded()
        // What became durable just now is carried out: the end of a run, and then that its last handler has returned.
        for _ in 0..<2 { await runs.last?.carriedOut() }
        let secondEnd = ContinuousClock.now.advanced(by: handlerLimit)
        while isErasingKeys || runs.contains(where: \.isCancelling), ContinuousClock.now < secondEnd {
            await pause(for: .milliseconds(5))
        }
        do throws(LogError) { try closing.get() } catch { throw .log(error) }
    }

    /// Stops these runs, a thousand at a time: each is unpacked for that, and there may be a million. Then gives back all lanes that were
    /// kept for runs.
    func stop(_ runs: [LiveRun], because error: RunError) async {
        state.withLock { $0.hasStoppedRuns = true }
        var rest = runs
        while !rest.isEmpty {
            let slice = rest.suffix(1000)
            for run in slice { run.stop(because: error) }
            await slice.last?.carriedOut()
            rest.removeLast(slice.count)
        }
        giveBackReservedLanes()
    }
}
