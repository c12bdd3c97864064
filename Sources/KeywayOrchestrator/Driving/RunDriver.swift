public import Keyway
public import KeywayLog

/// The synchronous core: decodes, decides, appends and only then performs, for one run.
///
/// Clock, log and performer are parameters. A step that the log did not take is forgotten, and the driver stops.
public struct RunDriver {
    public let table: Table
    public let run: RunID
    /// The run as its durable records say.
    public private(set) var state: RunState
    /// The sequence that the next record gets.
    public private(set) var nextSequence: UInt64 = 0

    private let log: any EventLog
    private let time: any TimeSource
    private let performer: any EffectPerformer
    private var keeping = RecordKeeping()
    private var latest: Instant
    /// An append failed: nothing more is decided until the log is opened again.
    public private(set) var isStopped = false
    private var answers: [String: CommandAnswer] = [:]

    /// Begins a run: its first record is durable when this returns.
    ///
    /// - Parameter reference: the app's own opaque name for the run; never a secret.
    /// - Throws: `DriverError.log` when the log does not take the record.
    public init(
        beginning run: RunID, of table: Table, annotations: Annotations, reference: String? = nil,
        log: any EventLog, time: any TimeSource, performer: any EffectPerformer
    ) throws(DriverError) {
        self.table = table
        self.run = run
        self.log = log
        self.time = time
        self.performer = performer
        latest = time.now
        let (state, orders) = table.begin(at: latest)
        self.state = state
        beginningOrders = orders
        let beginning = Beginning(
            table: table.canonicalBytes, annotations: annotations.bytes, reference: reference,
            outcome: Outcome(state: state.state, context: table.variables.kept(state.values)))
        let record = Record(run: run, sequence: 0, time: latest, content: .began(beginning))
        do { try log.append([record], to: run, expecting: .noStream) } catch { throw .log(error) }
        nextSequence = 1
        for order in orders { performer.perform(order, of: run) }
    }

    /// What entering the initial state ordered.
    public let beginningOrders: [EffectOrder]

    public var isEnded: Bool { table.states[state.state].isFinal }

    // MARK: - What comes

    /// Asks a command. With an `id`, the same command asked again gets the first answer and nothing else happens.
    ///
    /// - Throws: `DriverError.noSuchCommand` and `.wrongFields` for a mistake of the caller, `.log` and `.stopped`.
    public mutating func send(
        _ command: Int, fields: [Value?] = [], id: String? = nil
    ) throws(DriverError) -> (answer: CommandAnswer, steps: [DecidedStep]) {
        if let id, let first = answers[id] { return (first, []) }
        guard table.events.indices.contains(command), table.events[command].origin == .command else {
            throw .noSuchCommand(command)
        }
        try checkFields(fields, of: table.events[command])
        let due = try catchUp()
        let ended = isEnded
        let steps = try decide(Event(command, fields: fields), commandID: id)
        let isRejected = steps.first?.disposition == .rejected
        let answer: CommandAnswer = isRejected ? .rejected(ended ? .ended : .notNow) : .accepted
        if let id { answers[id] = answer }
        return (answer, due + steps)
    }

    /// Takes a provider's raw report; any value whatever is welcome.
    ///
    /// - Parameter attempt: the attempt that the handler closed over, where the source can tell.
    public mutating func deliver(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) -> [DecidedStep] {
        let due = try catchUp()
        switch table.decode(callback) {
        case .event(let event, let fields, _, _):
            // A source that is one for all attempts cannot say, whoever claims it for it (rule 23).
            let attempt = table.tellsAttempts(of: event) ? attempt : nil
            let stamp: Stamp = attempt.map { $0 == state.attempt ? .current : .stale } ?? .unknown
            return try due + decide(Event(event, fields: fields, stamp: stamp))
        case .unrecognised(let unread):
            guard let event = table.unrecognised else { return due }
            return try due + decide(Event(event), unread: unread)
        }
    }

    /// Takes the answer to an order.
    public mutating func answer(
        _ order: OrderID, with reply: Int, fields: [Value?] = []
    ) throws(DriverError) -> [DecidedStep] {
        guard table.events.indices.contains(reply), table.events[reply].origin == .reply else {
            throw .wrongFields("the flow has no reply at position \(reply)")
        }
        if let effect = state.openEffects.first(where: { $0.order == order })?.effect,
            table.effects[effect].replies?.events.contains(reply) != true
        {
            throw .wrongFields("'\(table.effects[effect].name)' does not answer with '\(table.events[reply].name)'")
        }
        try checkFields(fields, of: table.events[reply])
        return try catchUp() + decide(Event(reply, fields: fields, answers: order))
    }

    // MARK: - What is due

    /// When the next timer fires; a held one does not count, and one that is overdue fires at once.
    public var nextTimer: Instant? { table.nextTimer(of: state)?.deadline }

    /// When the next open effect has taken too long.
    public var nextLimit: Instant? { table.nextLimit(of: state)?.limit }

    /// Fires the next timer if it is due by the clock.
    public mutating func fireTimer() throws(DriverError) -> [DecidedStep] {
        guard let armed = table.nextTimer(of: state), armed.deadline <= time.now else { return [] }
        return try decide(Event(table.timers[armed.timer].event))
    }

    /// Gives the `otherwise` of the effect that has taken too long by the clock.
    public mutating func passLimit() throws(DriverError) -> [DecidedStep] {
        guard let open = table.nextLimit(of: state), open.limit <= time.now,
            let replies = table.effects[open.effect].replies
        else { return [] }
        return try decide(Event(replies.otherwise, fields: replies.otherwiseFields, answers: open.order))
    }

    /// Lets everything happen that is due by the clock, the earliest first, timers before time limits.
    public mutating func passTime() throws(DriverError) -> [DecidedStep] {
        try passTime { limit, now in limit <= now }
    }

    /// Lets what is due go before what comes now; an answer at the very instant of its limit is still in time.
    private mutating func catchUp() throws(DriverError) -> [DecidedStep] {
        try passTime { limit, now in limit < now }
    }

    private mutating func passTime(
        limitIsPast: (Instant, Instant) -> Bool
    ) throws(DriverError) -> [DecidedStep] {
        var steps: [DecidedStep] = []
        while true {
            let now = time.now
            let limit = nextLimit.flatMap { limitIsPast($0, now) ? $0 : nil }
            if let timer = nextTimer, timer <= now, limit.map({ timer <= $0 }) ?? true {
                steps += try fireTimer()
            } else if limit != nil {
                steps += try passLimit()
            } else {
                return steps
            }
        }
    }

    // MARK: - Deciding

    private mutating func decide(
        _ event: Event, commandID: String? = nil, unread: UnreadCallback? = nil
    ) throws(DriverError) -> [DecidedStep] {
        let step = try decideOne(event, commandID: commandID, unread: unread)
        guard keeping.isAtItsEnd, !isEnded, let session = table.sessionTimer else { return [step] }
        // A run that changes without end is ended by its own deadline, early.
        return [step, try decideOne(Event(table.timers[session].event), commandID: nil, unread: nil)]
    }

    private mutating func decideOne(
        _ event: Event, commandID: String?, unread: UnreadCallback?
    ) throws(DriverError) -> DecidedStep {
        guard !isStopped else { throw .stopped }
        let now = max(time.now, latest)
        let wasEnded = isEnded
        var next = state
        let step = table.reduce(&next, event, at: now, sequence: nextSequence)
        let isSettling = next.openEffects != state.openEffects || next.timers != state.timers
        let origin = table.events[event.position].origin
        func decided(_ place: DecidedStep.Place) -> DecidedStep {
            DecidedStep(
                place: place, time: now, event: event.position, stamp: step.stamp, disposition: step.disposition,
                run: next,
                choices: step.choices, orders: step.orders)
        }
        if wasEnded, origin == .command { return decided(.notKept) }
        guard keeping.keeps(step, settling: isSettling, afterTheEnd: wasEnded) else {
            keeping.noteLeftOut()
            return decided(.counted)
        }
        let record = EventRecord(
            event: event.position, stamp: step.stamp, answers: event.answers,
            fields: table.events[event.position].fields.kept(event.fields), commandID: commandID, unread: unread,
            row: step.row, disposition: step.disposition, leftOut: step.disposition == .taken ? keeping.leftOut : 0,
            outcome: Outcome(state: next.state, context: table.variables.kept(next.values)))
        try append(record, at: now)
        let place = DecidedStep.Place.recorded(sequence: nextSequence)
        keeping.noteKept(step, settling: isSettling, afterTheEnd: wasEnded)
        state = next
        nextSequence += 1
        latest = now
        for order in step.orders { performer.perform(order, of: run) }
        return decided(place)
    }

    private mutating func append(_ content: EventRecord, at now: Instant) throws(DriverError) {
        let record = Record(run: run, sequence: nextSequence, time: now, content: .event(content))
        do {
            try log.append([record], to: run, expecting: .exactly(nextSequence))
        } catch {
            isStopped = true
            throw .log(error)
        }
    }

    private func checkFields(_ values: [Value?], of event: EventSignature) throws(DriverError) {
        guard values.count == event.fields.count else {
            throw .wrongFields("'\(event.name)' takes \(event.fields.count) fields, and got \(values.count)")
        }
        for (field, value) in zip(event.fields, values) {
            guard let value else {
                if field.isOptional { continue }
                throw .wrongFields("'\(event.name)' needs '\(field.name)'")
            }
            if !field.kind.contains(value, among: table.enumerations) {
                throw .wrongFields("'\(field.name)' of '\(event.name)' is of another type or out of its range")
            }
        }
    }
}
