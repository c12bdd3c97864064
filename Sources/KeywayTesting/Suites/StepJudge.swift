import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites

/// Judges the steps of a walk as they come, and keeps the first law that is broken.
struct StepJudge {
    let suite: FlowSuite
    let words: TableWords
    /// The run after the last step.
    private(set) var run: RunState
    /// The walk so far, a line for each step in the spec's words.
    private(set) var lines: [String] = []
    /// The first law that broke; nil as long as all hold.
    private(set) var breach: RecordedWalk.Breach?
    /// The root run after each record, by the record's sequence, and the index of the part of the case that brought the record.
    private(set) var live: [(run: RunState, part: Int)]
    /// The texts of withheld fields that came so far: no record may have one.
    private(set) var withheldTexts: Set<String> = []
    /// One for each requirement of the suite.
    private var watches: [RequirementWatch]
    /// The states that the spec, not the table, says are final, by their positions in the table.
    private let finals: Set<Int>

    private var table: Table { words.table }

    /// The run has just begun.
    init(suite: FlowSuite, words: TableWords, _ walked: WalkedRun) {
        self.suite = suite
        self.words = words
        run = walked.begun.run
        live = [(run: run, part: 0)]
        watches = suite.requirements.map(RequirementWatch.init)
        let names = suite.finals
        finals = Set(words.table.states.indices.filter { names.contains(words.table.states[$0].name) })
        let effects = walked.begun.orders.map { [table = words.table] in table.effects[$0.effect].name }
        watch(.init(effects: effects, state: words.state(run.state), run: run), part: 0)
        line(at: WalkedRun.start, walked.beginning.came, nil, effects)
        // A sub-flow that ends as the run begins has moved the run already: requirements ask for these steps as well.
        judgeSteps(of: walked.beginning, part: 0)
    }

    /// Whether the run is in a state that the spec declares final.
    var hasEnded: Bool { isFinal(run.state) }

    func isFinal(_ state: Int) -> Bool { finals.contains(state) }

    /// Keeps the first breach only: what follows may be its consequence.
    mutating func note(_ law: Law, _ explanation: String, part: Int) {
        breach = breach ?? RecordedWalk.Breach(law: law, explanation: explanation, part: part)
    }

    /// Judges what came of one thing that was done to the run; `part`: its index in the case.
    mutating func judge(_ stage: WalkedRun.Stage, part: Int, now: Instant) {
        withheldTexts.formUnion(stage.withheld)
        let told = lines.count
        if let reason = stage.unreadable { note(.replayIsLive, "no process can go on with it: \(reason)", part: part) }
        if let found = stage.found {
            if !agree(found, run) { note(.replayIsLive, "another process finds another run", part: part) }
            run = found
            line(at: now, stage.came, nil, [])
        }
        judgeSteps(of: stage, part: part)
        if lines.count == told { line(at: now, stage.came, nil, []) }
        if let error = stage.error {
            lines.append("the run stops: \(error)")
            note(.everyEventIsAnswered, "\(error)", part: part)
        }
    }

    private mutating func judgeSteps(of stage: WalkedRun.Stage, part: Int) {
        // What was due comes before the event that the stage brought, and what the event brings to other legs behind it.
        let own = stage.steps.firstIndex(where: \.step.comesFromOutside)
        for (place, walked) in stage.steps.enumerated() {
            let step = walked.step
            if case .recorded(let sequence) = step.place { noteRecords(before: sequence, part: part) }
            guard step.leg == 0, let event = step.event else {
                if place == own { line(at: step.time, "\(stage.came), to \(step.legName ?? "a sub-flow")", nil, []) }
                // What a sub-flow does is judged by its own suite.
                if case .recorded = step.place { live.append((run, part)) }
                continue
            }
            line(
                at: step.time, place == own ? stage.came : words.events[event], step.disposition,
                step.orders.map { table.effects[$0.effect].name }, step.state)
            judge(walked, of: table.events[event], part: part)
            run = walked.run
            if case .recorded = step.place { live.append((run, part)) }
        }
        if let records = stage.records { noteRecords(before: records, part: part) }
        if !stage.isWhereStepsLead {
            note(.sameAgain, "the table alone, given the events of \(stage.came), reaches another state", part: part)
        }
    }

    /// Notes the run after records that tell no step, such as that of another process: they leave the run as it is.
    private mutating func noteRecords(before sequence: UInt64, part: Int) {
        while live.count < sequence { live.append((run, part)) }
    }

    private mutating func judge(_ walked: WalkedRun.WalkedStep, of event: EventSignature, part: Int) {
        let (step, before, after) = (walked.step, run, walked.run)
        if case .timer(let timer) = event.origin, let armed = before.timers.first(where: { $0.timer == timer }),
            step.time < armed.deadline, !isCutShort(timer)
        {
            note(.timersAreNeverEarly, "\(words.timers[timer]) is due \(time(armed.deadline))", part: part)
        }
        let isUnchanged =
            before.state == after.state && before.values == after.values && before.attempt == after.attempt
        if isFinal(before.state) {
            if !isUnchanged || !step.orders.isEmpty || !after.timers.isEmpty {
                note(.endIsFinal, "\(words.state(before.state)) has ended, and something changes", part: part)
            }
        } else if !mayAct(step, on: event) {
            let settled =
                after.timers.allSatisfy(before.timers.contains)
                && after.openEffects.allSatisfy(before.openEffects.contains)
            if !isUnchanged || !step.orders.isEmpty || !settled {
                let sentence = "the event is \(step.disposition), and yet the run has changed"
                note(.refusalChangesNothing, sentence, part: part)
            }
        }
        if isFinal(after.state), !after.timers.isEmpty {
            note(.endIsFinal, "a timer goes on in \(words.state(after.state))", part: part)
        }
        watch(
            .init(
                event: step.stamp == .stale ? "stale \(event.name)" : event.name, isOtherwise: step.isOtherwise,
                isActedOn: step.isActedOn,
                choices: step.choices.map { table.choices[$0].name },
                effects: step.orders.map { table.effects[$0.effect].name }, arguments: step.orders.map(\.arguments),
                given: step.given(with: event), state: words.state(after.state), run: after,
                stateBefore: words.state(before.state), runBefore: before, fired: event.timer),
            part: part)
    }

    /// Whether the table lets the step do something.
    ///
    /// A callback that no decoder row reads is called `unrecognised` also where a row stays and does something.
    private func mayAct(_ step: RunStep, on event: EventSignature) -> Bool {
        if step.disposition == .taken || step.disposition == .stayed { return true }
        guard event.origin == .unrecognised, let row = step.eventRecord?.row, table.rows.indices.contains(row) else {
            return false
        }
        if case .stay = table.rows[row].verdict { return true }
        return false
    }

    /// Whether the timer is the session's, and may fire early because the run has had 2,000 changes (rule 15). All records are counted, of
    /// which those with changes are a part.
    private func isCutShort(_ timer: Int) -> Bool { timer == table.sessionTimer && live.count >= 2000 }

    private mutating func watch(_ moment: Requirement.Fact.Moment, part: Int) {
        let isEnd = isFinal(moment.run.state) && !hasEnded
        for place in watches.indices {
            let text = watches[place].requirement.text
            if let breach = watches[place].breach(at: moment) {
                note(.requirementsHold, "'\(text)': \(breach)", part: part)
            }
            if isEnd, let breach = watches[place].breachAtTheEnd() {
                note(.requirementsHold, "'\(text)': \(breach)", part: part)
            }
        }
    }

    // MARK: - Words

    /// The time since the beginning, as a spec spells a duration.
    private func time(_ instant: Instant) -> SpelledDuration {
        SpelledDuration(milliseconds: instant.milliseconds - WalkedRun.start.milliseconds)
    }

    private mutating func line(
        at instant: Instant, _ came: String, _ disposition: Disposition?, _ effects: [String], _ state: Int? = nil
    ) {
        var text = "\(time(instant))  \(came)"
        if let disposition { text += ": \(disposition)" }
        text += ", \(words.state(state ?? run.state))"
        if !effects.isEmpty { text += "; do \(effects.joined(separator: ", "))" }
        lines.append(text)
    }
}

extension EventSignature {
    /// The timer that fires; nil for any other event.
    fileprivate var timer: Int? { if case .timer(let timer) = origin { timer } else { nil } }
}

extension RunStep {
    /// Whether the app, a provider, a handler or the line for a lane brought the event. The run itself brings all others that a walk has:
    /// there no handler fails, and what follows from the end of a process is the run's own.
    fileprivate var comesFromOutside: Bool {
        switch eventRecord?.cause {
        case .asked, .heard, .replied, .granted: true
        default: false
        }
    }

    /// The values that a command came with, by the fields' names; empty where the event is no command.
    fileprivate func given(with event: EventSignature) -> [String: Value] {
        guard event.origin == .command else { return [:] }
        let named = zip(event.fields, fields).compactMap { field, value in value.map { (field.name, $0) } }
        return Dictionary(named) { first, _ in first }
    }
}
