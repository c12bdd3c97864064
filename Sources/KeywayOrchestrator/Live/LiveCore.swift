import Keyway
import KeywayLog

/// What the lock of a live run keeps together.
struct LiveCore {
    var driver: RunDriver
    var mail = Mailbox()
    var states = Observers<LiveRun.StateObserver>()
    var failures = Failures()
    var performances = Performances()
    var waiting = Waiting()
    /// How much of what the sources retained the run has heard.
    var heard: UInt64 = 0
    private var isClosed = false

    init(driver: RunDriver) {
        self.driver = driver
    }

    /// Nothing comes of it any more but late words.
    var isOver: Bool { driver.isOver || driver.isStopped }

    /// Posts what follows from steps that are durable, in their order.
    mutating func publish(_ steps: [DecidedStep], of run: LiveRun) {
        for step in steps {
            guard case .recorded = step.place else { continue }
            // Nobody waits for the answer to an order that is closed.
            cancel(performances.removeAll(except: isOver ? [] : driver.legs.flatMap(\.run.openEffects)))
            post(step.orders.map { LegOrder($0, of: driver.legs[step.leg]) }, of: run)
            post(step.scopeChanges, of: run.id, in: step.leg)
            if step.leg == 0 { mail.add(.tell(states.all, step.run)) }
        }
        if driver.isOver { close(nil, of: run) }
    }

    /// Posts what a step of a leg did with lanes.
    mutating func post(_ changes: [ScopeChange], of run: RunID, in leg: Int) {
        for change in changes {
            switch change {
            case .asks(let lane):
                let provider = driver.legs[leg].table.lanes[lane].provider
                mail.add(.ask(LaneStanding(run: run, leg: leg, lane: lane), provider: provider))
            case .frees(let lane): mail.add(.free(LaneStanding(run: run, leg: leg, lane: lane)))
            // The driver itself begins and leaves sub-flows.
            case .begins, .leaves: break
            }
        }
    }

    /// Posts orders: each is performed, or refused where the source that it calls is another run's.
    mutating func post(_ orders: [LegOrder], of run: LiveRun) {
        for order in orders {
            performances.noteOrdered()
            if order.effect.calls != nil, let table = driver.flow(of: order.leg) {
                guard run.sources.take(table.singletons, for: run.holder) else {
                    mail.add(.refuse(order))
                    continue
                }
                for word in run.sources.words(for: table, of: run.id, after: &heard) { mail.add(.hear(word)) }
            }
            mail.add(.perform(order))
        }
    }

    /// Posts the end of all that a run does: it has ended, or its log failed.
    mutating func close(_ error: DriverError?, of run: LiveRun) {
        guard !isClosed else { return }
        isClosed = true
        run.sources.leave(run.id)
        mail.add(.leaveLanes)
        mail.add(.endOrders)
        cancel(performances.removeAll(except: []))
        mail.add(.finish(states.removeAll(), error))
        finishFailures()
    }

    private mutating func cancel(_ tasks: [Task<Void, Never>]) {
        if !tasks.isEmpty { mail.add(.cancel(tasks)) }
    }

    // MARK: - Performances

    /// Notes a task that was begun for an order; it is not needed where the order has been closed since.
    mutating func note(_ task: Task<Void, Never>, performing order: LegOrder) {
        guard order.isAnswered else { return }
        if isOpen(order) { performances.note(task, performing: order.id) } else { cancel([task]) }
    }

    /// Notes that a handler returned or was not asked, and tells a failure.
    mutating func conclude(_ order: LegOrder, failing reason: (any Error)?) {
        performances.conclude(order.id)
        // A handler that gives up because nobody waits any more has not failed.
        if let reason, !order.isAnswered || isOpen(order) {
            let failure = EffectFailure(
                effect: order.effect.name, leg: order.leg, order: order.order, reason: reason)
            failures.keep(failure)
            mail.add(.tellFailures(failures.observers.all, [failure]))
        }
        finishFailures()
    }

    private func isOpen(_ order: LegOrder) -> Bool {
        !isOver && driver.legs.contains { leg in leg.run.openEffects.contains { $0.order == order.id } }
    }

    /// After the run's end the last handlers may still fail.
    mutating func finishFailures() {
        guard isOver, performances.unfinished == 0 else { return }
        mail.add(.finishFailures(failures.observers.removeAll()))
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
