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
    /// An append failed: nothing more is decided until the log is opened again.
    public private(set) var isStopped = false

    private let log: any EventLog
    private let time: any TimeSource
    private var stream: Stream
    private var commands = AnsweredCommands()

    /// Begins a run: its first record is durable when this returns.
    ///
    /// - Parameter reference: the app's own opaque name for the run; never a secret.
    /// - Throws: `DriverError.log` when the log does not take the record.
    public init(
        beginning run: RunID, of reducer: any Reducer, annotations: Annotations, reference: String? = nil,
        log: any EventLog, time: any TimeSource
    ) throws(DriverError) {
        self.log = log
        self.time = time
        let now = time.now
        let (state, orders) = reducer.begin(at: now)
        let root = Leg(reducer: reducer, table: reducer.table, state: state)
        let beginning = Beginning(
            table: root.table.canonicalBytes, annotations: annotations.bytes, reference: reference,
            outcome: root.outcome)
        let record = Record(run: run, sequence: 0, time: now, content: .began(beginning))
        do { try log.append([record], to: run, expecting: .noStream) } catch { throw .log(error) }
        stream = Stream(run: run, root: root, nextSequence: 1, latest: now)
        beginningOrders = orders
    }

    public var run: RunID { stream.run }

    public var table: Table { stream.root.table }

    /// The run as its durable records say.
    public var state: RunState { stream.root.state }

    public var isEnded: Bool { stream.root.isEnded }

    /// The sequence that the next record gets.
    public var nextSequence: UInt64 { stream.nextSequence }

    // MARK: - What comes

    /// Asks a command. With an `id`, the same command asked again gets the first answer and nothing else happens.
    ///
    /// The newest 1,024 identities of a run are known.
    /// - Throws: `DriverError.noSuchCommand`, `.wrongFields` and `.identityInUse` for a mistake of the caller, `.log` and
    ///   `.stopped`.
    public mutating func send(
        _ command: Int, fields: [Value?] = [], id: String? = nil, telling tell: Telling
    ) throws(DriverError) -> CommandAnswer {
        try stream.root.checkCommand(command, fields)
        if let id, let first = try commands.answer(to: command, fields, id: id) { return first }
        try catchUp(telling: tell)
        let ended = isEnded
        let disposition = try decide(Occurrence(Event(command, fields: fields), commandID: id), telling: tell)
        let answer: CommandAnswer = disposition == .rejected ? .rejected(ended ? .ended : .notNow) : .accepted
        if let id { commands.note(answer, to: command, fields, id: id) }
        return answer
    }

    /// Takes a provider's raw report; any value whatever is welcome.
    ///
    /// - Parameter attempt: the attempt that the handler closed over, where the source can tell.
    public mutating func deliver(
        _ callback: RawValue, attempt: Int? = nil, telling tell: Telling
    ) throws(DriverError) {
        try catchUp(telling: tell)
        switch table.decode(callback) {
        case .event(let event, let fields, _, _):
            // A source that is one for all attempts cannot say, whoever claims it for it (rule 23).
            let attempt = table.tellsAttempts(of: event) ? attempt : nil
            let stamp: Stamp = attempt.map { $0 == state.attempt ? .current : .stale } ?? .unknown
            try decide(Occurrence(Event(event, fields: fields, stamp: stamp)), telling: tell)
        case .unrecognised(let unread):
            guard let event = table.unrecognised else { return }
            try decide(Occurrence(Event(event), unread: unread), telling: tell)
        }
    }

    /// Takes the answer to an order.
    public mutating func answer(
        _ order: OrderID, with reply: Int, fields: [Value?] = [], telling tell: Telling
    ) throws(DriverError) {
        try stream.root.checkReply(reply, to: order, fields)
        try catchUp(telling: tell)
        try decide(Occurrence(Event(reply, fields: fields, answers: order)), telling: tell)
    }

    // MARK: - What is due

    /// When the next timer fires; a held one does not count, and one that is overdue fires at once.
    public var nextTimer: Instant? { stream.root.nextTimer?.deadline }

    /// When the next open effect has taken too long.
    public var nextLimit: Instant? { stream.root.nextLimit?.limit }

    /// When something happens by itself.
    public var nextDue: Instant? { [nextTimer, nextLimit].compactMap { $0 }.min() }

    /// Fires the next timer if it is due by the clock.
    public mutating func fireTimer(telling tell: Telling) throws(DriverError) {
        guard let armed = stream.root.nextTimer, armed.deadline <= time.now else { return }
        try decide(Occurrence(Event(table.timers[armed.timer].event)), telling: tell)
    }

    /// Gives the `otherwise` of the effect that has taken too long by the clock.
    public mutating func passLimit(telling tell: Telling) throws(DriverError) {
        guard let open = stream.root.nextLimit, open.limit <= time.now,
            let otherwise = stream.root.otherwise(of: open)
        else { return }
        try decide(Occurrence(otherwise), telling: tell)
    }

    /// Gives the `otherwise` of an effect that its handler did not answer; nothing where the order is closed.
    public mutating func giveUp(_ order: OrderID, telling tell: Telling) throws(DriverError) {
        try catchUp(telling: tell)
        guard !isEnded, let open = state.openEffects.first(where: { $0.order == order }),
            let otherwise = stream.root.otherwise(of: open)
        else { return }
        try decide(Occurrence(otherwise), telling: tell)
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
        _ occurrence: Occurrence, telling tell: Telling
    ) throws(DriverError) -> Disposition? {
        guard !isStopped else { throw .stopped }
        var block = Block(after: stream, at: time.now)
        block.decide(occurrence)
        block.endWhereItGoesOnTooLong()
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
        for step in block.steps { tell(step) }
    }
}
