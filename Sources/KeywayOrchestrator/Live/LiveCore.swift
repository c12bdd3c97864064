import Keyway
import KeywayLog

/// What the lock of a live run keeps together.
struct LiveCore {
    var driver: RunDriver
    /// Nil once the run is over and every performance has ended.
    var handler: (any EffectHandler)?
    var mail = Mailbox()
    var states = Observers<LiveRun.StateObserver>()
    var failures = Failures()
    var performances = Performances()
    var waiting = Waiting()
    var places = LanePlaces()
    /// No app has the run any more: others need not wait for its sources.
    var givesWay = false
    private var isClosed = false

    init(driver: RunDriver, handler: any EffectHandler) {
        self.driver = driver
        self.handler = handler
    }

    /// Nothing comes of it any more but late words.
    var isOver: Bool { driver.isOver || driver.isStopped }

    // MARK: - Steps

    /// Posts what the run's beginning ordered.
    mutating func begin(_ run: LiveRun) {
        let callers = post(driver.beginningOrders, of: 0, in: run) ? [0] : []
        post(driver.beginningScopeChanges, of: 0, in: run)
        publish(driver.beginningSteps, of: run, callers: callers)
    }

    /// Lets the driver do something, and posts what follows from every step that became durable, be there an error after it.
    mutating func drive<Result>(
        _ run: LiveRun, _ body: (inout RunDriver, RunDriver.Telling) throws(DriverError) -> Result
    ) throws(DriverError) -> Result {
        var steps: [DecidedStep] = []
        do throws(DriverError) {
            let result = try body(&driver) { steps.append($0) }
            publish(steps, of: run)
            return result
        } catch {
            publish(steps, of: run)
            if case .log = error { close(error, of: run) }
            throw error
        }
    }

    /// Posts what follows from steps that are durable, in their order.
    ///
    /// `callers` are legs that have taken a source already.
    private mutating func publish(_ steps: [DecidedStep], of run: LiveRun, callers: [Int] = []) {
        var callers = callers
        for step in steps {
            guard case .recorded = step.place else { continue }
            cancelUnawaited()
            if post(step.orders, of: step.leg, in: run) { callers.append(step.leg) }
            post(step.scopeChanges, of: step.leg, in: run)
            if step.leg == 0 { mail.add(.tell(states.all, step.run)) }
        }
        // A call is posted and not yet made: whoever makes it has heard what the source said to others.
        for leg in callers {
            // Where the log refuses the words, the observers are told.
            try? drive(run) { (driver, tell) throws(DriverError) in try driver.hearUnheard(in: leg, telling: tell) }
        }
        if driver.isOver { close(nil, of: run) }
    }

    /// Posts the end of all that a run does: it has ended, or its log failed.
    mutating func close(_ error: DriverError?, of run: LiveRun) {
        guard !isClosed else { return }
        isClosed = true
        run.sources.leave(run.id)
        mail.add(.leaveLanes)
        mail.add(.endOrders)
        cancelUnawaited()
        mail.add(.finish(states.removeAll(), error))
        finishFailures()
    }

    // MARK: - Time

    /// When something happens by itself.
    var nextDue: Instant? { driver.isStopped ? nil : driver.nextDue }

    /// Posts the wait for what is due next, if nothing waits for it yet.
    mutating func setAlarm() {
        guard let due = nextDue else {
            if let task = waiting.end() { mail.add(.cancel([task])) }
            return
        }
        if let wakeUp = waiting.wakeUp(by: due) { mail.add(.wait(wakeUp)) }
    }
}
