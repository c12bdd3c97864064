public import KeywayCore
import KeywayLog
public import KeywayOrchestrator
public import KeywayRuns

/// The test of an app: one run of a flow with the app's own handlers, on a clock that stands, over a log in memory.
///
/// Everything that the test does is over when it returns: what followed from it was decided, and every handler has returned or
/// waits. Each expectation that does not hold throws an ``UnmetExpectation`` with the story of the run.
public final class TestRun<Followed: Flow>: Sendable {
    /// The process that has the run at this moment, the log, and the run itself.
    struct Present {
        /// The newest process; a dead one after `finish`, and where `crash` could not open the log.
        var process: TestProcess
        /// Nil where no process has the run: it was over when the newest process began, or that process has ended.
        var run: Run<Followed>?
        var log: MemoryLog
        /// The state of the run when the last process that had the run ended; nil as long as no process has ended.
        var stateAtProcessEnd: RunState?
    }

    /// The clock of the run; it moves by `advance(by:)`, and while a process is dead.
    public let clock: TestClock
    /// The identity of the run in the log.
    public let id: RunID

    /// Whether every effect must be expected, and the run must have ended when the test does.
    let isExhaustive: Bool
    /// How long by the real clock handlers may be at work, while nothing else goes on, before they count as waiting.
    let patience: Duration
    /// Every call of a handler so far, in all processes of the test.
    let calls: HandlerCalls
    /// How failures and the story of the run write effects.
    let effects = EffectDescription(flow: RunningFlow(Followed.table))
    let present: Lock<Present>
    /// The key store of all processes of the test: it says whether a run that comes back has its key.
    let keys: TestKeyStore
    /// Opens an orchestrator over the log, with the process as its `RunWatcher`.
    let open: @Sendable (MemoryLog, TestProcess) async throws -> Orchestrator

    /// Begins a run, which has come to rest when this returns.
    ///
    /// - Parameters:
    ///   - flow: a generated flow.
    ///   - parameters: what is chosen for the flow's parameters, fixed for the run.
    ///   - clock: one that handlers may sleep by as well; it is moved by the test alone.
    ///   - reference: the app's own name for the run.
    ///   - isExhaustive: whether every effect must be expected, and the run must have ended when the test does.
    ///   - patience: how long, by the real clock, handlers may be at work while nothing else goes on, before the test counts them as
    ///     waiting and goes on. A handler that waits by ``HeldAnswers`` or by `clock` counts as waiting at once; where a task
    ///     that it made waits so, when nothing goes on for a moment.
    ///   - device: what the run shares with others; each process asks for it before it makes handlers.
    ///   - handlers: makes the handlers of the run, once for each process.
    /// - Throws: `RunError` when the run cannot begin, and ``UnmetExpectation`` when it does not come to rest.
    public init<Handlers: FlowEffects>(
        _ flow: Followed.Type, parameters: Followed.Parameters = .init(), clock: TestClock = TestClock(),
        reference: String? = nil, isExhaustive: Bool = true,
        patience: Duration = .seconds(2), device: @escaping @Sendable () -> Device = { Device() },
        handlers: @escaping @Sendable () -> Handlers
    ) async throws where Handlers.Performed == Followed {
        let keys = TestKeyStore()
        let open: @Sendable (MemoryLog, TestProcess) async throws -> Orchestrator = { log, process in
            let service = Orchestrator.Service { _, _ in handlers() }
            let device = device()
            return try await Orchestrator(
                log, openedBy: nil,
                serving: [service.performing { NotedHandler(handler: $0, process: process) }], keys: keys,
                time: ProcessTime(clock: clock, process: process), limit: Orchestrator.defaultLimit, recovery: .sound,
                watchedBy: process, awakeRuns: 0,
                device: { _, _ in device })
        }
        let (calls, log) = (HandlerCalls(), MemoryLog())
        let process = TestProcess(1, calls)
        let orchestrator = try await open(log, process)
        process.hold(orchestrator)
        let run = try await orchestrator.begin(flow, parameters: parameters, reference: reference)
        self.clock = clock
        self.isExhaustive = isExhaustive
        self.patience = patience
        self.calls = calls
        self.keys = keys
        self.open = open
        id = run.id
        present = Lock(Present(process: process, run: run, log: log))
        try await runUntilIdle()
    }

    deinit { present.withLock { $0.process }.die() }

    // MARK: - What the test does

    /// Asks a command, and lets the run come to rest.
    ///
    /// - Parameters:
    ///   - command: a command of the flow.
    ///   - id: the command's identity, as in `Run.send(_:id:)`.
    /// - Throws: `RunError`, and ``UnmetExpectation`` where no process has the run, or it does not come to rest.
    @discardableResult
    public func send(_ command: Followed.Command, id: String? = nil) async throws -> CommandAnswer {
        let answer = try await beginMove().send(command, id: id)
        try await runUntilIdle()
        return answer
    }

    /// Asks a command of a sub-flow, and lets the run come to rest.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow.
    ///   - leg: the sub-flow, such as `.smart`.
    ///   - id: the command's identity.
    /// - Throws: as `send(_:id:)`.
    @discardableResult
    public func send<Child: Flow>(
        _ command: Child.Command, to leg: SubFlow<Followed, Child>, id: String? = nil
    ) async throws -> CommandAnswer {
        let answer = try await beginMove().send(command, to: leg, id: id)
        try await runUntilIdle()
        return answer
    }

    /// Delivers a provider's raw report, whatever it is, and lets the run come to rest.
    ///
    /// - Parameters:
    ///   - callback: any value whatever.
    ///   - attempt: the attempt for which the handler called the SDK; nil where the source cannot tell. Each leg counts its own
    ///     attempts from 0.
    /// - Throws: ``UnmetExpectation`` where no process has the run, or it does not come to rest.
    public func deliver(_ callback: RawValue, attempt: Int? = nil) async throws {
        try beginMove().deliver(callback, attempt: attempt)
        try await runUntilIdle()
    }

    /// Moves the clock. It stops at each instant that the run, or somebody who sleeps by the clock, waits for, and lets the run come
    /// to rest there.
    ///
    /// At one instant handlers that sleep by the clock wake first, one after the other in the order of their calls, each when the run has
    /// come to rest behind the one before; then others who sleep by it. Limits of effects come last, so that an answer in the very instant
    /// of its limit counts. A timer of that instant is decided before an answer that a handler gives at it, as in any run.
    /// - Parameter duration: in whole milliseconds; what is finer is cut off.
    /// - Throws: ``UnmetExpectation`` where the run does not come to rest.
    public func advance(by duration: Duration) async throws {
        calls.nextMove()
        let end = clock.now.advanced(by: duration)
        while let next = nextInstant, next < end { try await pass(to: next) }
        try await pass(to: end)
    }

    /// Moves the clock to an instant that is not past, and lets happen what is due there, one thing after the other.
    private func pass(to instant: Instant) async throws {
        let process = present.withLock { $0.process }
        // If the orchestrator's task went to sleep only after the clock has moved, its deadline would have come: the task would not sleep,
        // and would decide before the sleepers that wake below.
        try await process.waitForDeadlineSleeper(on: clock, patience: patience)
        clock.pass(.milliseconds(instant.milliseconds - clock.now.milliseconds))
        while clock.wakeNext() {
            try await comeToRest(holding: { due in clock.keepsDeadlines(of: process, by: due) })
        }
        clock.advance(by: .zero)
        try await runUntilIdle()
    }

    /// Lets the run come to rest: returns when everything that follows from what has come was done, and every handler has returned
    /// or waits.
    ///
    /// The test needs it after something that came by another way, as by ``HeldAnswers`` or from a fake SDK. Work in tasks that
    /// are not those of handlers is not waited for.
    /// - Throws: ``UnmetExpectation`` where it does not come to rest within 10,000 decisions, or because a handler is never called, and
    ///   `CancellationError` when the task is cancelled before.
    public func runUntilIdle() async throws { try await comeToRest(holding: { _ in false }) }

    /// - Parameter holds: whether the clock holds back what is due at this instant, so that it is not waited for.
    private func comeToRest(holding holds: (Instant) -> Bool) async throws {
        let process = present.withLock { $0.process }
        guard try await process.comesToRest(patience: patience, holding: holds) else {
            throw unmet("the run to come to rest", found: "that it does not")
        }
    }

    /// Counts the next thing that the test does, and returns the run for it; throws where no process has the run.
    private func beginMove() throws(UnmetExpectation) -> Run<Followed> {
        calls.nextMove()
        guard let run = present.withLock({ $0.run }) else {
            throw unmet(
                "a process that has the run",
                found: "none: the run was over when the last process began, or the test is finished")
        }
        return run
    }

    /// The next instant that somebody waits for; nil where nobody does.
    private var nextInstant: Instant? {
        let due = present.withLock { $0.process }.live?.nextDue
        return [due, clock.nextWakeUp].compactMap { $0 }.min()
    }
}

extension Instant {
    fileprivate func advanced(by duration: Duration) -> Instant {
        guard case .duration(let milliseconds) = duration.flowValue else { return self }
        return advanced(byMilliseconds: milliseconds)
    }
}
