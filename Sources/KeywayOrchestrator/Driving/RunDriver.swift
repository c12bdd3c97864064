public import Keyway
public import KeywayLog

/// The synchronous core of one run: decodes, decides and appends, and tells each step when its record is durable.
///
/// Who is told performs what the step orders. Clock and log are parameters. A step that the log did not take is forgotten,
/// is told to nobody, and the driver stops.
public struct RunDriver {
    /// Takes a step that stands; it is called in the order of the log.
    public typealias Telling = (DecidedStep) -> Void

    /// What entering the initial state ordered.
    public let beginningOrders: [EffectOrder]
    /// What it did with sub-flows and lanes.
    public let beginningScopeChanges: [ScopeChange]
    /// The steps of sub-flows that begin with the run.
    public let beginningSteps: [DecidedStep]
    /// An append failed: nothing more is decided until the log is opened again.
    public private(set) var isStopped = false

    private let log: any EventLog
    private let time: any TimeSource
    private var stream: Stream
    private var commands = AnsweredCommands()
    /// Which leg gave the orders of a record, without the root's.
    private var orderingLegs: [UInt64: Int] = [:]

    /// Begins a run: its first record is durable when this returns, and with it those of sub-flows that begin with it.
    ///
    /// `reference` is the app's own opaque name for the run; never a secret.
    /// - Throws: `DriverError.log` when the log does not take the record.
    public init(
        beginning run: RunID, of reducer: any Reducer, annotations: Annotations, reference: String? = nil,
        log: any EventLog, time: any TimeSource
    ) throws(DriverError) {
        self.log = log
        self.time = time
        let now = time.now
        let (legs, begun) = LegTree.beginning(with: reducer, at: now)
        let root = legs.root
        let beginning = Beginning(
            table: root.table.canonicalBytes, annotations: annotations.bytes, reference: reference,
            outcome: root.outcome(of: begun.run))
        let record = Record(run: run, sequence: 0, time: now, content: .began(beginning))
        let block = Block.beginning(Stream(run: run, legs: legs, nextSequence: 1, latest: now))
        do { try log.append([record] + block.records, to: run, expecting: .noStream) } catch { throw .log(error) }
        stream = block.stream
        for step in block.steps where step.leg > 0 && !step.orders.isEmpty {
            if case .recorded(let sequence) = step.place { orderingLegs[sequence] = step.leg }
        }
        beginningOrders = begun.orders
        beginningScopeChanges = begun.scopeChanges
        beginningSteps = block.steps
    }

    public var run: RunID { stream.run }

    public var table: Table { stream.legs.root.table }

    /// The run as its durable records say.
    public var state: RunState { stream.legs.root.run }

    /// The root run first, then the legs of sub-flows in the order in which they began.
    public var legs: [Leg] { stream.legs.legs }

    /// The flow of a leg of this name; nil where there is no such sub-flow.
    func flow(of name: String?) -> Table? { name.map { table.flow(ofLeg: $0) } ?? table }

    public var isEnded: Bool { stream.isEnded }

    /// Whether the run and every leg have ended; a leg may outlive its parent for as long as its `cancel` takes.
    public var isOver: Bool { stream.legs.isEnded }

    /// The sequence that the next record gets.
    public var nextSequence: UInt64 { stream.nextSequence }

    // MARK: - What comes

    /// Asks a command of the run, or of the leg that began last as this sub-flow.
    ///
    /// With an `id`, the same command asked again gets the first answer and nothing else happens. The newest 1,024
    /// identities of a run are known. A leg that has not begun rejects everything, and nothing of that is kept.
    /// `name` is the sub-flow, as `silent` or `outer.inner`; nil is the run itself.
    /// - Throws: `DriverError.noSuchCommand`, `.noSuchLeg`, `.wrongFields` and `.identityInUse` for a mistake of the caller,
    ///   `.log` and `.stopped`.
    public mutating func send(
        _ command: Int, fields: [Value?] = [], to name: String? = nil, id: String? = nil, telling tell: Telling
    ) throws(DriverError) -> CommandAnswer {
        guard let flow = flow(of: name) else { throw .noSuchLeg(name ?? "") }
        try flow.checkCommand(command, fields)
        if let id, let first = try commands.answer(to: command, of: name, fields, id: id) { return first }
        try catchUp(telling: tell)
        let leg = name.map { stream.legs.leg(named: $0) } ?? 0
        guard let leg else { return .rejected(.notNow) }
        let ended = stream.legs.legs[leg].isEnded
        let occurrence = Occurrence(Event(command, fields: fields), commandID: id)
        let disposition = try decide(occurrence, in: leg, telling: tell)
        let answer: CommandAnswer = disposition == .rejected ? .rejected(ended ? .ended : .notNow) : .accepted
        if let id { commands.note(answer, to: command, of: name, fields, id: id) }
        return answer
    }

    /// Takes a provider's raw report; any value whatever is welcome.
    ///
    /// The newest leg that runs and reads it gets it, else the newest that has ended and does; else the run itself.
    /// `attempt` is the attempt that the handler closed over, where the source can tell.
    public mutating func deliver(
        _ callback: RawValue, attempt: Int? = nil, telling tell: Telling
    ) throws(DriverError) {
        try catchUp(telling: tell)
        let (position, decoded) = stream.legs.read(callback)
        let leg = stream.legs.legs[position]
        switch decoded {
        case .event(let event, let fields, _, _):
            // A source that is one for all attempts cannot say, whoever claims it for it (rule 23).
            let attempt = leg.table.tellsAttempts(of: event) ? attempt : nil
            let stamp: Stamp = attempt.map { $0 == leg.run.attempt ? .current : .stale } ?? .unknown
            try decide(Occurrence(Event(event, fields: fields, stamp: stamp)), in: position, telling: tell)
        case .unrecognised(let unread):
            guard let event = leg.table.unrecognised else { return }
            try decide(Occurrence(Event(event), unread: unread), in: position, telling: tell)
        }
    }

    /// Takes the answer to an order of the run or of one of its legs.
    public mutating func answer(
        _ order: OrderID, with reply: Int, fields: [Value?] = [], telling tell: Telling
    ) throws(DriverError) {
        let leg = legOf(order)
        try stream.legs.legs[leg].checkReply(reply, to: order, fields)
        try catchUp(telling: tell)
        try decide(Occurrence(Event(reply, fields: fields, answers: order)), in: leg, telling: tell)
    }

    /// Tells a leg that it holds the lane that it asked for; nothing where it asks no longer.
    public mutating func grant(_ lane: Int, in leg: Int, telling tell: Telling) throws(DriverError) {
        guard legs.indices.contains(leg), legs[leg].run.running.contains(.lane(lane, isHeld: false)) else { return }
        try catchUp(telling: tell)
        // What was due may have left the lane's scope.
        guard legs[leg].run.running.contains(.lane(lane, isHeld: false)) else { return }
        try decide(Occurrence(Event(legs[leg].table.lanes[lane].event)), in: leg, telling: tell)
    }

    // MARK: - What is due

    /// When the next timer fires; a held one does not count, and one that is overdue fires at once.
    public var nextTimer: Instant? { stream.legs.nextTimer?.timer.deadline }

    /// When the next open effect has taken too long.
    public var nextLimit: Instant? { stream.legs.nextLimit?.open.limit }

    /// When something happens by itself.
    public var nextDue: Instant? { [nextTimer, nextLimit].compactMap { $0 }.min() }

    /// Fires the next timer if it is due by the clock.
    public mutating func fireTimer(telling tell: Telling) throws(DriverError) {
        guard let (leg, armed) = stream.legs.nextTimer, armed.deadline <= time.now else { return }
        let event = stream.legs.legs[leg].table.timers[armed.timer].event
        try decide(Occurrence(Event(event)), in: leg, telling: tell)
    }

    /// Gives the `otherwise` of the effect that has taken too long by the clock.
    public mutating func passLimit(telling tell: Telling) throws(DriverError) {
        guard let (leg, open) = stream.legs.nextLimit, open.limit <= time.now,
            let otherwise = stream.legs.legs[leg].otherwise(of: open)
        else { return }
        try decide(Occurrence(otherwise), in: leg, telling: tell)
    }

    /// Gives the `otherwise` of an effect that its handler did not answer; nothing where the order is closed.
    public mutating func giveUp(_ order: OrderID, telling tell: Telling) throws(DriverError) {
        try catchUp(telling: tell)
        guard let position = stream.legs.leg(waitingFor: order) else { return }
        let leg = stream.legs.legs[position]
        guard !leg.isEnded, let open = leg.run.openEffects.first(where: { $0.order == order }),
            let otherwise = leg.otherwise(of: open)
        else { return }
        try decide(Occurrence(otherwise), in: position, telling: tell)
    }

    /// Lets everything happen that is due by the clock, the earliest first, timers before time limits.
    public mutating func passTime(telling tell: Telling) throws(DriverError) {
        try passTime(telling: tell) { limit, now in limit <= now }
    }

    /// Lets what is due go before what comes now; an answer at the very instant of its limit is still in time.
    private mutating func catchUp(telling tell: Telling) throws(DriverError) {
        try passTime(telling: tell) { limit, now in limit < now }
    }

    private mutating func passTime(
        telling tell: Telling, limitIsPast: (Instant, Instant) -> Bool
    ) throws(DriverError) {
        while true {
            let now = time.now
            let limit = nextLimit.flatMap { limitIsPast($0, now) ? $0 : nil }
            if let timer = nextTimer, timer <= now, limit.map({ timer <= $0 }) ?? true {
                try fireTimer(telling: tell)
            } else if limit != nil {
                try passLimit(telling: tell)
            } else {
                return
            }
        }
    }

    // MARK: - Deciding

    /// Decides an event and all that follows from it at once, as one block.
    @discardableResult
    private mutating func decide(
        _ occurrence: Occurrence, in leg: Int, telling tell: Telling
    ) throws(DriverError) -> Disposition? {
        guard !isStopped else { throw .stopped }
        var block = Block(after: stream, at: time.now)
        block.decide(occurrence, in: leg)
        try commit(block, telling: tell)
        return block.steps.first?.disposition
    }

    /// Makes a block durable, and only then moves the stream on and tells the steps.
    private mutating func commit(_ block: Block, telling tell: Telling) throws(DriverError) {
        if !block.records.isEmpty {
            do {
                try log.append(block.records, to: run, expecting: .exactly(nextSequence))
            } catch {
                isStopped = true
                throw .log(error)
            }
        }
        stream = block.stream
        for step in block.steps {
            // Of the root all orders are its own that no leg gave.
            if step.leg > 0, !step.orders.isEmpty, case .recorded(let sequence) = step.place {
                orderingLegs[sequence] = step.leg
            }
            tell(step)
        }
    }

    /// The leg that gave an order, be it closed by now.
    private func legOf(_ order: OrderID) -> Int { orderingLegs[order.sequence] ?? 0 }
}
