public import Keyway
public import KeywayLog

/// A run as an app has it: it takes commands and callbacks from any thread, keeps time by itself, and tells its states.
///
/// What a caller, an observer or a handler sees is durable: the log has it.
public final class LiveRun: Sendable {
    public let id: RunID
    public let table: Table
    private let core: Lock<Core>
    private let handler: any EffectHandler
    private let time: any Alarm

    /// What the lock keeps together.
    fileprivate struct Core {
        var driver: RunDriver
        let collector: OrderCollector
        var mail = Mailbox()
        var observers = Observers()
        var alarm: (instant: Instant, task: Task<Void, Never>)?
    }

    /// Begins a run of the flow.
    ///
    /// - Parameter reference: the app's own opaque name for the run; never a secret.
    /// - Throws: `DriverError.log` when the log does not take the first record.
    public init(
        of table: Table, annotations: Annotations, reference: String? = nil, log: any EventLog,
        handler: any EffectHandler, time: any Alarm = SystemTime(), id: RunID? = nil
    ) throws(DriverError) {
        var generator = SystemRandomNumberGenerator()
        let id = id ?? RunID.random(using: &generator)
        let collector = OrderCollector()
        let driver = try RunDriver(
            beginning: id, of: table, annotations: annotations, reference: reference, log: log, time: time,
            performer: collector)
        self.id = id
        self.table = table
        self.handler = handler
        self.time = time
        core = Lock(Core(driver: driver, collector: collector))
        settle()
    }

    // MARK: - What comes

    /// Asks a command; the answer tells a refusal from a success.
    ///
    /// - Throws: `DriverError`; the run is as it was then.
    @discardableResult
    public func send(_ command: Int, fields: [Value?] = [], id: String? = nil) throws(DriverError) -> CommandAnswer {
        try drive { (driver) throws(DriverError) in
            let (answer, steps) = try driver.send(command, fields: fields, id: id)
            return (answer, steps)
        }
    }

    /// Takes a provider's raw report, whatever it is.
    ///
    /// - Parameter attempt: the attempt that the handler closed over, where the source can tell.
    public func deliver(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) {
        try drive { (driver) throws(DriverError) in ((), try driver.deliver(callback, attempt: attempt)) }
    }

    // MARK: - What is seen

    /// The run as its durable records say.
    public var state: RunState { core.withLock { $0.driver.state } }

    /// The run's states from now on, the present one first; it ends with the run, or with the error that stopped it.
    ///
    /// An observer that is slow misses none.
    public var states: AsyncThrowingStream<RunState, any Error> {
        AsyncThrowingStream { continuation in
            let key = core.withLock { core in
                core.mail.add(.tell([continuation], core.driver.state))
                let key = core.observers.add(continuation)
                if core.driver.isEnded || core.driver.isStopped {
                    let error: DriverError? = core.driver.isStopped ? .stopped : nil
                    core.mail.add(.finish(core.observers.removeAll(), error))
                }
                return key
            }
            continuation.onTermination = { [core] _ in core.withLock { $0.observers.remove(key) } }
            settle()
        }
    }

    // MARK: - Driving

    private func drive<Result>(
        _ body: (inout RunDriver) throws(DriverError) -> (Result, [DecidedStep])
    ) throws(DriverError) -> Result {
        defer { settle() }
        return try core.withLock { (core) throws(DriverError) in
            do throws(DriverError) {
                let (result, steps) = try body(&core.driver)
                core.publish(steps)
                return result
            } catch {
                if case .log = error { core.mail.add(.finish(core.observers.removeAll(), error)) }
                throw error
            }
        }
    }

    /// Acts on what has become durable, outside the lock: begins effects, tells observers, sets the alarm.
    private func settle() {
        let isFirst = core.withLock { core in
            core.collectOrders()
            setAlarm(in: &core)
            return core.mail.beginDelivering()
        }
        // Whoever came first delivers for all, so that everything goes out in the order in which it was decided.
        guard isFirst else { return }
        while let item = core.withLock({ $0.mail.next() }) { act(on: item) }
    }

    private func act(on item: Mailbox.Item) {
        switch item {
        case .begin(let order): handler.begin(order, of: id)
        case .answer(let order): Task { await answer(order) }
        case .tell(let observers, let state): for observer in observers { observer.yield(state) }
        case .finish(let observers, let error): for observer in observers { observer.finish(throwing: error) }
        }
    }

    private func answer(_ order: EffectOrder) async {
        guard let replies = table.effects[order.effect].replies else { return }
        let otherwise = EffectAnswer(reply: replies.otherwise, fields: replies.otherwiseFields)
        let answer = (try? await handler.answer(order, of: id)) ?? otherwise
        do throws(DriverError) {
            try drive { (driver) throws(DriverError) in
                ((), try driver.answer(order.id, with: answer.reply, fields: answer.fields))
            }
        } catch .wrongFields {
            // An answer that the effect does not have is no answer.
            try? drive { (driver) throws(DriverError) in
                ((), try driver.answer(order.id, with: otherwise.reply, fields: otherwise.fields))
            }
        } catch {
            // The observers were told what stopped the run.
        }
    }

    private func setAlarm(in core: inout Core) {
        let instants = [core.driver.nextTimer, core.driver.nextLimit].compactMap { $0 }
        let next = core.driver.isStopped ? nil : instants.min()
        guard next != core.alarm?.instant else { return }
        core.alarm?.task.cancel()
        core.alarm = next.map { instant in
            (
                instant,
                Task { [time] in
                    guard (try? await time.sleep(until: instant)) != nil else { return }
                    self.wake(at: instant)
                }
            )
        }
    }

    private func wake(at instant: Instant) {
        core.withLock { core in
            // The next alarm is set anew, be it for the same instant.
            if core.alarm?.instant == instant { core.alarm = nil }
        }
        try? drive { (driver) throws(DriverError) in ((), try driver.passTime()) }
    }
}

extension LiveRun.Core {
    fileprivate mutating func collectOrders() {
        for order in collector.take() {
            mail.add(driver.table.effects[order.effect].replies == nil ? .begin(order) : .answer(order))
        }
    }

    fileprivate mutating func publish(_ steps: [DecidedStep]) {
        collectOrders()
        for step in steps where step.place != .counted && step.place != .notKept {
            mail.add(.tell(observers.all, step.run))
        }
        if driver.isEnded { mail.add(.finish(observers.removeAll(), nil)) }
    }
}
