package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// Plays a transcript: recorded callbacks and commands drive a flow into a log, on a clock of its own.
///
/// It is a loop around a run machine. Each step waits until the log has made it durable, so that it blocks its thread.
package struct Player {
    package internal(set) var machine: RunMachine
    /// The log that gets the run's records; nil where nobody reads the run afterwards.
    let log: (any EventLog)?
    private let transcript: BoundTranscript
    /// When the run begins; the times of the transcript's lines count from then.
    private let start: Instant
    /// The clock, which goes on only from one thing that happens to the next.
    var now: Instant
    /// Answers the run's effects as the transcript says.
    var performer: ScriptedPerformer
    var lanes: PlayedLanes
    /// What the run's SDKs retain: callbacks of this run, and those that the transcript says earlier runs left.
    var retained: RetainedCallbacks
    /// Compares what the run does with what the transcript expects.
    private var check: ExpectationCheck
    private let annotations: Table.Annotations
    /// Puts the run's personal and secret values into `records` encrypted, and gets them out where a `restart` gives them back.
    ///
    /// Where the run has no key it encrypts nothing; those values then stay in memory.
    let sealer: ValueSealer
    /// Whether the log gets personal and secret values encrypted; if not, it has only that they are present.
    private let sealsLog: Bool
    /// What the last `restart` of the transcript found of the run; nil before the first.
    package internal(set) var comeback: Comeback?
    /// Orders that are still open and that nobody performs, because they need a value that the run came back without.
    private var unperformed: [LegOrder] = []
    /// The run's records with the values that `sealer` has put in, as the log of an app with a key store has them encrypted.
    ///
    /// `restart` reads the run from them. Where there is no key, `log` gets the same records without those values.
    package private(set) var records: [Record] = []
    /// The last decision; each new one is written into the same value, so that it needs no new memory.
    private var decision: RunDecision
    /// What entering the initial state ordered.
    package let beginningOrders: [EffectOrder]
    /// The steps that were taken when the run began: for callbacks that the SDKs retained from earlier runs, and for
    /// sub-flows that began with the run.
    package let beginningSteps: [RunStep]

    /// Begins the run; its first record is durable when this returns.
    ///
    /// Without a log, a copy of the player can be played on without changing the player that it was copied from.
    /// - Parameters:
    ///   - reference: the app's own name for the run; nil for none.
    ///   - log: nil where nobody reads the run afterwards.
    ///   - key: the run's key, with which the log gets personal and secret values encrypted; nil leaves them out of the log.
    ///   - start: when the run begins; the times of the transcript's lines count from then.
    ///   - isLed: whether inputs come first by `take`, before the transcript goes on with the run (`goOn`). Until then no time passes and
    ///     no order is answered by itself; from then on an effect for which the transcript has no answers gets none, not its `otherwise`.
    /// - Throws: `RunError.log` and `RunError.key`.
    @available(*, noasync, message: "it blocks the thread until the log has the records")
    package init(
        _ transcript: BoundTranscript, as run: RunID, of table: Table, annotations: Table.Annotations,
        reference: String? = nil, log: (any EventLog)?, key: (any RunKey)? = nil,
        start: Instant = Instant(milliseconds: 0), isLed: Bool = false
    ) throws(RunError) {
        let flow = RunningFlow(table)
        let retained = RetainedCallbacks(transcript.retained, readBy: flow)
        (machine, decision) = RunMachine.begin(
            run, of: flow, version: FlowVersion(of: flow, annotations: annotations), reference: reference,
            choosing: transcript.parameters, kind: .transcript, salt: log?.salt ?? 0, at: start, hearing: retained)
        self.retained = retained
        self.transcript = transcript
        self.log = log
        self.start = start
        now = start
        performer = ScriptedPerformer(
            ScriptedAnswers(transcript, for: table, leavingOthersOpen: isLed), waiting: isLed)
        lanes = PlayedLanes(beside: run, occupied: transcript.occupied)
        check = ExpectationCheck(transcript, of: table)
        self.annotations = annotations
        sealsLog = key != nil
        sealer = ValueSealer(key ?? UnencryptedKey())
        beginningSteps = decision.steps
        beginningOrders = decision.consequences.compactMap {
            guard case .perform(let order) = $0, order.order.id.sequence == 0 else { return nil }
            return order.order
        }
        check.note(beginningOrders)
        for step in beginningSteps { check.note(step) }
        try carryOut()
    }

    /// The run as its durable records say.
    package var state: RunState { machine.state }

    /// The final that the run ended in, by its position; nil as long as the run goes on.
    package var final: Int? { machine.isEnded ? machine.state.state : nil }

    /// Plays every line; `tell` is called with each step once its record is durable.
    ///
    /// The clock stops at the last line: what is due later does not happen.
    @available(*, noasync, message: "it blocks the thread until the log has the records")
    package mutating func play(_ tell: (RunStep) -> Void) throws(RunError) {
        for line in transcript.lines { try play(line, tell) }
    }

    /// What the run did otherwise than its transcript expects, in sentences; complete once all lines are played.
    package var problems: [TranscriptProblem] { check.problems(ending: machine.state, annotations) }

    /// Plays one line, and what is due before it.
    @available(*, noasync, message: "it blocks the thread until the log has the records")
    package mutating func play(_ line: BoundTranscript.Line, _ tell: (RunStep) -> Void) throws(RunError) {
        let moment = start.advanced(byMilliseconds: line.at)
        try letPass(until: moment, tell)
        now = moment
        check.beginLine()
        switch line.content {
        case .nothing: break
        case .command(let command, let fields, let leg):
            try decide(.command(Command(command, fields: fields, to: leg)), tell)
            check.note(decision.answer, decision.steps)
        case .callback(let callback, let attempt):
            let reading = CallbackReading(callback, by: machine.flow)
            let number = retained.retain(callback, as: reading.retained)
            let call = attempt.map { ProviderCall(attempt: $0) }
            try decide(.callback(reading, answering: call, number: number), tell)
            check.note(nil, decision.steps)
        case .restart(let after, let hasValues):
            now = moment.advanced(byMilliseconds: after)
            try restart(withValues: hasValues, tell)
        case .occupied(let provider):
            lanes.occupy(provider, before: machine.nextSequence)
        case .freed(let provider):
            lanes.freeOther(of: provider, at: now)
            // The leg that gets the lane is told at once, so that what the grant brings about counts for this line.
            try tellGrant(tell)
        }
        try endUnperformed(tell)
        check.endLine(line, with: machine.legs)
    }

    /// Lets everything happen that is due by the moment, the earliest first.
    ///
    /// At one instant timers come first, then grants, then replies, then time limits.
    private mutating func letPass(until moment: Instant, _ tell: (RunStep) -> Void) throws(RunError) {
        while let due = nextDue, due.instant <= moment {
            now = max(due.instant, now)
            switch due.what {
            case .timer: try decide(.timeReached, tell)
            case .grant: try tellGrant(tell)
            case .reply:
                guard let reply = performer.takeReply() else { return }
                let (key, leg) = (reply.order.key, reply.order.leg)
                try decide(.reply(key, leg: leg, event: reply.event, fields: reply.fields), tell)
            case .limit: try decide(.instantEnded, tell)
            }
            try endUnperformed(tell)
        }
    }

    /// Ends each order that nobody performs, as a live run does: its effect's `otherwise` comes at once.
    private mutating func endUnperformed(_ tell: (RunStep) -> Void) throws(RunError) {
        while !unperformed.isEmpty {
            let order = unperformed.removeFirst()
            // The end of an earlier order may have closed this one.
            guard machine.isOpen(order.order.id) else { continue }
            try decide(.finished(order.key, leg: order.leg, .valueGone), tell)
        }
    }

    /// Tells the leg that is next to be told that it holds its lane; nothing where there is none.
    private mutating func tellGrant(_ tell: (RunStep) -> Void) throws(RunError) {
        guard let request = lanes.takeGrant() else { return }
        try decide(.granted(leg: request.leg, lane: request.lane, asked: request.sequence), tell)
    }

    /// What can be due: a timer, the grant of a lane, the answer to an effect, the end of the time that an effect has to be answered.
    private enum Due { case timer, grant, reply, limit }

    /// What is due next, and when; of several at one instant the one that stands first in `candidates`. Nil where nothing is due.
    private var nextDue: (instant: Instant, what: Due)? {
        var next: (instant: Instant, what: Due)?
        let candidates: [(Instant?, Due)] = [
            (machine.tree.nextTimer?.timer.deadline, .timer), (lanes.nextGrant, .grant),
            (performer.nextReply, .reply), (machine.tree.nextLimit?.open.limit, .limit),
        ]
        for case (let instant?, let what) in candidates where next.map({ instant < $0.instant }) ?? true {
            next = (instant, what)
        }
        return next
    }

    /// Decides the input, makes the decision durable, does what follows from it, and calls `tell` with each step.
    mutating func decide(_ input: Input, _ tell: (RunStep) -> Void) throws(RunError) {
        try machine.decide(input, at: now, hearing: retained, into: &decision)
        try carryOut()
        for step in decision.steps {
            check.note(step)
            tell(step)
        }
    }

    /// Makes the decision durable, and then does what follows from it.
    private mutating func carryOut() throws(RunError) {
        if !decision.records.isEmpty {
            let records: [Record]
            do throws(KeyError) {
                records = try machine.sealed(decision, by: sealer)
            } catch {
                throw .key(error)
            }
            let append = Append(
                run: machine.run, records: sealsLog ? records : records.withoutSealedValues,
                standing: decision.standing, isLazy: decision.isLazy)
            do throws(LogError) { try log?.appendAndWait(append) } catch { throw .log(error) }
            self.records += records
        }
        for consequence in decision.consequences {
            switch consequence {
            case .perform(let order) where order.order.isComplete: performer.perform(order, at: now)
            case .perform(let order): unperformed.append(order)
            case .ask(let request): lanes.ask(request, at: now)
            case .free(let request): lanes.free(request, at: now)
            // A scripted answer arrives even where the run no longer waits for it, so there is nothing to cancel.
            case .leaveUnperformed, .cancel: break
            }
        }
    }
}
