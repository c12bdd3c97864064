package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// A run on a clock that a test moves: a loop around a run machine and a log.
package struct DrivenRun {
    package static let id = RunID(high: 1, low: 2)

    /// A clock that goes on only when a test says so.
    package struct Clock {
        package private(set) var now: Instant

        package mutating func advance(to instant: Instant) { now = max(now, instant) }
    }

    package let table: Table
    package let log: any EventLog
    package var time: Clock
    package var machine: RunMachine
    /// The callbacks that the sources of the run's device retain; a test puts them in.
    package var retained = RetainedCallbacks()
    /// The last decision whose records are in the log.
    package private(set) var decision: RunDecision
    /// The orders of all legs, in the order in which the run gave them; none is performed.
    package private(set) var allOrders: [LegOrder] = []
    /// The records that are in the log, in their order.
    private var appended: [Record] = []

    package init(
        _ flow: LoadedFlow, as run: RunID = DrivenRun.id, kind: RunKind = .live, log: any EventLog = MemoryLog(salt: 7),
        start: Instant = Instant(milliseconds: 0), retained: RetainedCallbacks = RetainedCallbacks()
    ) throws(RunError) {
        try self.init(
            flow.table, annotations: flow.annotations, as: run, kind: kind, log: log, start: start, retained: retained)
    }

    /// Begins a run of a flow that decides by this table.
    package init(
        _ table: Table, annotations: Table.Annotations, as run: RunID = DrivenRun.id, kind: RunKind = .live,
        log: any EventLog = MemoryLog(salt: 7), start: Instant = Instant(milliseconds: 0),
        retained: RetainedCallbacks = RetainedCallbacks()
    ) throws(RunError) {
        let flow = RunningFlow(table)
        let version = FlowVersion(of: flow, annotations: annotations)
        self.table = table
        time = Clock(now: start)
        self.log = log
        self.retained = retained
        (machine, decision) = RunMachine.begin(
            run, of: flow, version: version, kind: kind, salt: log.salt, at: start, hearing: retained)
        try append(decision)
    }

    package var state: String { table.states[machine.state.state].name }

    /// Every order of the root leg.
    package var rootOrders: [EffectOrder] { allOrders.filter { $0.leg == 0 }.map(\.order) }

    /// The orders of the root leg so far, each as `send(3)`.
    package var orders: [String] { rootOrders.map { table.words(for: $0) } }

    /// The records of the run, as the log has them.
    package func records() -> [Record] { appended }

    /// The orders of an effect by the legs with this name, or by the root leg where it is nil; the latest order is the last.
    package func orders(of effect: String, by leg: String? = nil) -> [LegOrder] {
        allOrders.filter { $0.effect.name == effect && $0.legName == leg }
    }

    // MARK: - Inputs

    /// Decides an input now, and appends its records; where the log does not take them, the run stays as it was.
    ///
    /// - Returns: the steps, in their order.
    @discardableResult
    package mutating func decide(_ input: Input) throws(RunError) -> [RunStep] {
        let before = machine
        let decided = try machine.decide(input, at: time.now, hearing: retained)
        do throws(RunError) {
            try append(decided)
        } catch {
            machine = before
            throw error
        }
        decision = decided
        return decided.steps
    }

    /// Appends the decision's records to the log, and notes the orders that the decision gives.
    private mutating func append(_ decision: RunDecision) throws(RunError) {
        if !decision.records.isEmpty {
            do throws(LogError) {
                try log.appendAndWait(
                    Append(
                        run: machine.run, records: decision.records, standing: decision.standing,
                        isLazy: decision.isLazy))
            } catch {
                throw .log(error)
            }
        }
        appended += decision.records
        for case .perform(let order) in decision.consequences { allOrders.append(order) }
    }

    /// Sends the root leg its command of this name.
    @discardableResult
    package mutating func send(
        _ command: String, _ fields: Value?..., id: String? = nil
    ) throws(RunError) -> (answer: CommandAnswer, steps: [RunStep]) {
        try send(table.event(named: command) ?? -1, fields: fields, id: id)
    }

    /// Sends a leg its command of this name.
    @discardableResult
    package mutating func send(
        _ command: String, _ fields: Value?..., to leg: String, id: String? = nil
    ) throws(RunError) -> (answer: CommandAnswer, steps: [RunStep]) {
        try send(table.flow(ofLeg: leg)?.event(named: command) ?? -1, fields: fields, to: leg, id: id)
    }

    /// Sends a leg, or the root leg where `leg` is nil, the command at this position.
    @discardableResult
    package mutating func send(
        _ command: Int, fields: [Value?], to leg: String? = nil, id: String? = nil
    ) throws(RunError) -> (answer: CommandAnswer, steps: [RunStep]) {
        let steps = try decide(.command(Command(command, fields: fields, to: leg, id: id)))
        return (decision.answer ?? .accepted, steps)
    }

    /// Delivers a raw callback with the word in the field by which its source reads it.
    @discardableResult
    package mutating func tell(
        _ word: String, by field: String = "word", _ more: [String: RawValue] = [:], attempt: Int? = nil
    ) throws(RunError) -> [RunStep] {
        try deliver(.object(more.merging([field: .text(word)]) { _, word in word }), attempt: attempt)
    }

    /// Delivers a raw callback; `attempt` is the attempt that it answers, where that is known, and `id` the identity of the delivery.
    @discardableResult
    package mutating func deliver(
        _ callback: RawValue, attempt: Int? = nil, id: String? = nil
    ) throws(RunError) -> [RunStep] {
        try decide(
            .callback(
                CallbackReading(callback, by: machine.flow), answering: attempt.map { ProviderCall(attempt: $0) },
                number: nil, id: id))
    }

    /// Answers the latest order of the effect.
    @discardableResult
    package mutating func reply(_ event: String, to effect: String) throws(RunError) -> [RunStep] {
        try answer(orders(of: effect).last?.order.id ?? .none, with: table.event(named: event) ?? -1)
    }

    /// Answers the order of the effect that is open in the leg of this name that began last.
    @discardableResult
    package mutating func reply(_ event: String, to effect: String, in leg: String) throws(RunError) -> [RunStep] {
        let place = machine.legs.last { $0.name == leg }
        let open = place?.run.openEffects.first { place?.table.effects[$0.effect].name == effect }
        return try answer(open?.order ?? .none, with: place?.table.event(named: event) ?? -1)
    }

    /// Answers an order.
    @discardableResult
    package mutating func answer(
        _ order: EffectOrder.ID, with reply: Int, fields: [Value?] = []
    ) throws(RunError) -> [RunStep] {
        let leg = allOrders.last { $0.order.id == order }?.leg ?? 0
        return try decide(.reply(machine.key(of: order), leg: leg, event: reply, fields: fields))
    }

    /// Reports how the handler of an order finished.
    @discardableResult
    package mutating func finish(_ order: LegOrder, _ closing: Closing = .returned) throws(RunError) -> [RunStep] {
        try decide(.finished(order.key, leg: order.leg, closing))
    }

    // MARK: - Time

    /// When the next timer fires.
    package var nextTimer: Instant? { machine.tree.nextTimer?.timer.deadline }

    /// When the next open effect reaches its time limit.
    package var nextLimit: Instant? { machine.tree.nextLimit?.open.limit }

    /// Fires the timers that are due, and gives the effects whose time limit is past the reply `otherwise`.
    @discardableResult
    package mutating func fireTimer() throws(RunError) -> [RunStep] { try decide(.timeReached) }

    /// Fires the timers that are due, and gives the effects that have reached their time limit the reply `otherwise`.
    @discardableResult
    package mutating func passLimits() throws(RunError) -> [RunStep] { try decide(.instantEnded) }

    /// Moves the clock on to this time. What is due on the way happens at its instant, at each instant timers before time limits.
    @discardableResult
    package mutating func pass(until milliseconds: Int64) throws(RunError) -> [RunStep] {
        var steps: [RunStep] = []
        let end = Instant(milliseconds: milliseconds)
        while let due = machine.nextDue, due <= end {
            time.advance(to: due)
            steps += try passLimits()
        }
        time.advance(to: end)
        return steps
    }

    // MARK: - Looking

    /// The state of the leg of this name that began last.
    package func state(of leg: String) -> String? {
        machine.legs.last { $0.name == leg }.map { $0.table.states[$0.run.state].name }
    }

    /// The names of the steps' events, each behind the name of its leg unless that is the root: `start`, `silent: began`.
    package func names(of steps: [RunStep]) -> [String] {
        steps.map { step in
            // The leg's name finds its flow, and not its number: the run may be one to which the steps have not been applied.
            let flow = step.legName.flatMap { table.flow(ofLeg: $0) } ?? table
            let event = step.event.map { flow.events[$0].name } ?? "began"
            return (step.legName.map { "\($0): " } ?? "") + event
        }
    }
}

extension EffectOrder.ID {
    /// An order that no run gives.
    fileprivate static let none = EffectOrder.ID(sequence: .max, index: 0)
}
