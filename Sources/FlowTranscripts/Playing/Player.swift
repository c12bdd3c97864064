public import Keyway
public import KeywayLog
public import KeywayOrchestrator

/// Plays a transcript: recorded callbacks and commands drive a flow into a log, on a virtual clock.
public struct Player {
    private var driver: RunDriver
    private let performer: ScriptedPerformer
    private let time: VirtualTime
    private let transcript: BoundTranscript
    private let start: Instant
    private let lanes: PlayedLanes
    /// The run is alone in its world: what its SDKs retain, it has heard itself.
    private let sources = ProviderSources()

    /// Begins the run; its first record is in the log when this returns.
    public init(
        _ transcript: BoundTranscript, as run: RunID, of table: Table, annotations: Annotations,
        reference: String? = nil, log: any EventLog, start: Instant = Instant(milliseconds: 0)
    ) throws(DriverError) {
        time = VirtualTime(start)
        performer = ScriptedPerformer(ScriptedAnswers(transcript, for: table), time: time)
        driver = try RunDriver(
            beginning: run, of: table, annotations: annotations, reference: reference, log: log,
            time: time, sources: sources)
        self.transcript = transcript
        self.start = start
        lanes = PlayedLanes(of: table, run: run)
        performer.perform(driver.beginningOrders)
        lanes.note(driver.beginningScopeChanges, of: 0, named: nil, at: start)
        for step in driver.beginningSteps {
            performer.perform(step.orders, in: step.legName)
            lanes.note(step.scopeChanges, of: step.leg, named: step.legName, at: start)
        }
    }

    /// The run as its durable records say.
    public var state: RunState { driver.state }

    /// What entering the initial state ordered.
    public var beginningOrders: [EffectOrder] { driver.beginningOrders }

    /// The steps of sub-flows that began with the run.
    public var beginningSteps: [DecidedStep] { driver.beginningSteps }

    /// The final that the run ended in, by its position.
    public var final: Int? { driver.isEnded ? driver.state.state : nil }

    /// Plays every line; each step is told once its record is durable.
    ///
    /// The clock stops at the last line: what is due later does not happen.
    public mutating func play(_ tell: (DecidedStep) -> Void) throws(DriverError) {
        let (performer, lanes) = (performer, lanes)
        try play(receiving: { step in
            performer.perform(step.orders, in: step.legName)
            lanes.note(step.scopeChanges, of: step.leg, named: step.legName, at: step.time)
            tell(step)
        })
    }

    private mutating func play(receiving receive: RunDriver.Telling) throws(DriverError) {
        for line in transcript.lines {
            let moment = start.advanced(byMilliseconds: line.at)
            try letPass(until: moment, receive)
            time.advance(to: moment)
            switch line.content {
            case .nothing: break
            case .command(let command, let fields, let leg):
                _ = try driver.send(command, fields: fields, to: leg, telling: receive)
            case .callback(let callback, let attempt):
                try driver.deliver(callback, attempt: attempt, retainingIn: sources, telling: receive)
            }
        }
    }

    /// Lets everything happen that is due by the instant: by instant, timers before replies, replies before time limits.
    private mutating func letPass(until moment: Instant, _ receive: RunDriver.Telling) throws(DriverError) {
        while let due = nextDue, due.instant <= moment {
            time.advance(to: due.instant)
            switch due.what {
            case .timer: try driver.fireTimer(telling: receive)
            case .grant:
                guard let standing = lanes.takeGrant() else { return }
                try driver.grant(standing.lane, in: standing.leg, telling: receive)
            case .limit: try driver.passLimit(telling: receive)
            case .reply:
                guard let reply = performer.takeReply() else { return }
                try driver.answer(reply.order, with: reply.event, fields: reply.fields, telling: receive)
            }
        }
    }

    private enum Due { case timer, grant, reply, limit }

    private var nextDue: (instant: Instant, what: Due)? {
        var next: (instant: Instant, what: Due)?
        let candidates: [(Instant?, Due)] = [
            (driver.nextTimer, .timer), (lanes.nextGrant, .grant), (performer.nextReply, .reply),
            (driver.nextLimit, .limit),
        ]
        for case (let instant?, let what) in candidates where next.map({ instant < $0.instant }) ?? true {
            next = (instant, what)
        }
        return next
    }
}
