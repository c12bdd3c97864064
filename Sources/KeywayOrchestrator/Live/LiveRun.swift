public import Keyway
public import KeywayLog

/// A run as an app has it: it takes commands and callbacks from any thread, keeps time by itself, and tells its states.
///
/// What a caller, an observer or a handler sees is durable: the log has it. A run goes on to its end, also where nobody
/// keeps it, and holds its sources until then; of a `Run` that an app has dropped another one may take them.
public final class LiveRun: Sendable {
    typealias StateObserver = AsyncThrowingStream<RunState, any Error>.Continuation
    typealias FailureObserver = AsyncStream<EffectFailure>.Continuation

    /// Drawn at random unless it was given; the log has the run by it.
    public let id: RunID
    /// The flow of the run itself; the positions of a sub-flow count in its own table.
    public let table: Table
    let core: Lock<LiveCore>
    let time: any Alarm
    let sources: ProviderSources
    let lanes: ProviderLanes
    let launcher = Launcher()

    /// Begins a run of the flow.
    ///
    /// - `reference`: the app's own opaque name for the run; never a secret.
    /// - `sources`: where runs of the same provider SDKs meet.
    /// - `lanes`: where runs wait for each other's turn with a provider.
    /// - Throws: `DriverError.log` when the log does not take the first record.
    public init(
        of reducer: any Reducer, annotations: Annotations, reference: String? = nil, log: any EventLog,
        handler: any EffectHandler, time: any Alarm = SystemTime(), sources: ProviderSources = .ofThisProcess,
        lanes: ProviderLanes = .ofThisProcess, id: RunID? = nil
    ) throws(DriverError) {
        var generator = SystemRandomNumberGenerator()
        let id = id ?? RunID.random(using: &generator)
        let driver: RunDriver
        do throws(DriverError) {
            driver = try RunDriver(
                beginning: id, of: reducer, annotations: annotations, reference: reference, log: log, time: time,
                sources: sources)
        } catch {
            sources.forget(id)
            throw error
        }
        self.id = id
        self.table = driver.table
        self.time = time
        self.sources = sources
        self.lanes = lanes
        core = Lock(LiveCore(driver: driver, handler: handler))
        begin()
    }

    // MARK: - What comes

    /// Asks a command; the answer tells a refusal from a success. With an `id`, asking again gets the first answer.
    ///
    /// `leg` is the sub-flow that is asked, `silent` or `outer.inner`; nil is the run itself.
    /// - Throws: `DriverError`; the command has no record then.
    @discardableResult
    public func send(
        _ command: Int, fields: [Value?] = [], to leg: String? = nil, id: String? = nil
    ) throws(DriverError) -> CommandAnswer {
        try drive { (driver, tell) throws(DriverError) in
            try driver.send(command, fields: fields, to: leg, id: id, telling: tell)
        }
    }

    /// Takes a provider's raw report, whatever it is.
    ///
    /// `attempt` is the attempt that the handler closed over, where the source can tell.
    public func deliver(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) {
        try hear(callback, attempt: attempt)
    }

    /// No app has the run any more: it goes on to its end, and its sources are anybody's who wants them.
    func giveWay() {
        core.withLock { core in
            core.givesWay = true
            sources.giveWay(id)
        }
    }

    // MARK: - What is seen

    /// The run as its durable records say.
    public var state: RunState { core.withLock { $0.driver.state } }

    /// The run's states from now on, the present one first; it ends with the run and its legs, or with the error that stopped
    /// it.
    ///
    /// An observer that is slow misses none.
    public var states: AsyncThrowingStream<RunState, any Error> {
        AsyncThrowingStream { continuation in
            let key = core.withLock { core in
                core.mail.add(.tell([continuation], core.driver.state))
                let key = core.states.add(continuation)
                if core.isOver {
                    let error: DriverError? = core.driver.isOver ? nil : .stopped
                    core.mail.add(.finish(core.states.removeAll(), error))
                }
                return key
            }
            continuation.onTermination = { [core] _ in core.withLock { $0.states.remove(key) } }
            settle()
        }
    }

    /// The effects that failed, the first 64 of the run first; it ends when the run is over and every handler has returned.
    ///
    /// What the flow itself does not hear of is told here.
    public var failures: AsyncStream<EffectFailure> {
        AsyncStream { continuation in
            let key = core.withLock { core in
                core.mail.add(.tellFailures([continuation], core.failures.kept))
                let key = core.failures.observers.add(continuation)
                core.finishFailures()
                return key
            }
            continuation.onTermination = { [core] _ in core.withLock { $0.failures.observers.remove(key) } }
            settle()
        }
    }
}
