import FlowTables
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

/// One run as the page has it: a line of the list, every record in numbers, and the explanation.
struct ReportedRun {
    var run: RunID
    /// The flow, by its position among the flows of the report.
    var flow: Int
    /// The app's own name for the run; nil where it gave none.
    var reference: String?
    var kind: RunKind
    /// How an app's own handler last ended beside this run, which is its shadow; nil where it told no end.
    var app: String?
    /// Milliseconds since 1970, or of a transcript's clock.
    var began: Int64
    /// Milliseconds from the first record to the run's end; for a run that goes on, to its last record.
    var duration: Int64
    /// The name of the state or final in which the run is.
    var state: String
    var isEnded: Bool
    var eventCount = 0
    /// How many events are only counted in the log.
    var omittedSteps: UInt64 = 0
    /// The sequence of the first record that is lost in damage, up to which the run is shown; nil where none is.
    var lostRecord: UInt64?
    /// Whether the log is damaged, and the run's end may lie in the damaged part, though no record is known to be lost.
    var mayHaveEnded: Bool
    /// For each leg, by its number, the number of its flow.
    var legs: [Int] = []
    /// For each record: how far its sequence and its time are from those of the record before, its leg, its shape, how many sequences back
    /// the record stands whose step owed it (0 where none did), and what changed in the legs as `LegChanges` writes it.
    var records: [Int] = []
    /// Why the run ended as it did, or what it waits for, in this order.
    var sentences: [Explanation.Sentence]

    init(of history: RunHistory, in flow: Int) {
        run = history.run
        self.flow = flow
        reference = history.beginning.reference
        kind = history.beginning.kind
        app = history.appOutcomes.last?.outcome.words
        began = history.began.milliseconds
        // Records behind the end, such as a late callback, do not make the sign-in longer.
        duration =
            history.endingStep.map { history.at(history.steps[$0]) } ?? history.machine.latest.milliseconds &- began
        let state = history.state
        self.state = state.name
        isEnded = state.isFinal
        omittedSteps = history.machine.omittedSteps
        mayHaveEnded = history.mayHaveEnded
        sentences = Explanation(of: history).sentences
    }
}

/// Goes through the records of a run once more, and writes each in numbers.
struct RunReporter {
    private let history: RunHistory
    private let formatter: TimelineFormatter
    /// The run as the records that were taken so far say.
    private var fold: Fold
    private var changes = LegChanges()
    private var reported: ReportedRun
    /// The states, choices and edges that the run has passed so far.
    private(set) var passage = ReportedFlow.Passage()
    /// The sequence and the time of the record that was written last: the next one is written as a distance from them.
    private var last: (sequence: UInt64, time: Instant)
    /// The position of the next step among `history.steps`.
    private var position = 0
    /// What is left of the run's notes: one for each record that is no event, in the order of the records.
    private var notes: ArraySlice<Replay.Note>

    init(_ history: RunHistory, in flow: Int, first: Record?) throws(Replay.Failure) {
        self.history = history
        formatter = TimelineFormatter(of: history.flow, annotated: history.annotations)
        fold = try Fold(first)
        reported = ReportedRun(of: history, in: flow)
        last = (0, history.began)
        notes = history.notes[...]
    }

    /// Writes all records of the run.
    mutating func report(
        _ records: [Record], of flow: ReportedFlow, in words: inout ReportWords
    ) throws(Replay.Failure) -> ReportedRun {
        writeBeginning(in: &words)
        for record in records.dropFirst() {
            let tree = fold.machine.tree
            if let step = try fold.take(record) {
                let before = tree.legs.indices.contains(step.leg) ? tree.legs[step.leg].run.state : nil
                write(step, from: before, of: flow, in: &words)
                position += 1
            } else {
                write(remark: record, in: &words)
            }
        }
        reported.legs = fold.machine.legs.map(\.flow.number)
        return reported
    }

    /// Writes the first record, which tells how the run began.
    private mutating func writeBeginning(in words: inout ReportWords) {
        let timeline = formatter.timeline(
            of: history.run, reference: nil, kind: history.beginning.kind, began: history.began, in: fold.begun.run,
            ordering: fold.begun.orders)
        passage.passNode(fold.begun.run.state, of: 0)
        var shape = StepShape()
        shape.event = words.word("began")
        shape.fields = words.list(timeline.parameters.map(\.textInReport))
        shape.effects = words.list(timeline.initialEffects)
        shape.after = fold.begun.run.state
        shape.state = words.word(timeline.initialState)
        append(shape, sequence: 0, at: history.began, leg: 0, owedBy: nil, in: &words)
    }

    /// Writes the record of a step; `before` is the state of its leg before it, by its position, and nil where the leg begins.
    private mutating func write(
        _ step: RunStep, from before: Int?, of flow: ReportedFlow, in words: inout ReportWords
    ) {
        let entry = formatter.entry(of: step, since: history.began)
        let running = fold.machine.legs[step.leg].flow
        let after = step.outcome.state
        var shape = StepShape()
        shape.event = words.word(entry.event)
        shape.cause = words.word(entry.cause)
        shape.answered = words.word(step.eventRecord.flatMap { history.effect(answeredBy: $0) } ?? "")
        shape.disposition = Int(entry.disposition.rawValue)
        shape.stamp = Int(entry.stamp.rawValue)
        let known = history.steps.indices.contains(position) ? history.steps[position] : nil
        shape.line = words.word(known.flatMap { history.line(of: $0) } ?? "")
        shape.fields = words.list(entry.fields.map(\.textInReport))
        shape.unread = words.word(entry.unread?.words ?? "")
        shape.effects = words.list(entry.effects)
        shape.choices = words.list(entry.choices)
        shape.kept = words.list(entry.kept.map(\.textInReport))
        shape.before = before.map { $0 + 1 } ?? 0
        shape.after = after
        shape.state = words.word(entry.state)
        if let before, let event = step.event, entry.disposition == .taken {
            let picture = flow.legs[running.number].picture
            let edges = picture.edges(from: before, by: event, through: step.choices, to: after)
            shape.path = words.list(edges)
            for edge in edges { passage.passEdge(edge, of: running.number) }
            for choice in step.choices where picture.choices.indices.contains(choice) {
                passage.passNode(picture.choices[choice], of: running.number)
            }
        }
        passage.passNode(after, of: running.number)
        if step.eventRecord != nil { reported.eventCount += 1 }
        reported.omittedSteps &+= step.eventRecord?.omittedSteps ?? 0
        var owedBy: UInt64?
        switch step.record.content {
        case .event(let event): if case .owed(let sequence) = event.cause { owedBy = sequence }
        case .legBegan(let beginning): owedBy = beginning.owedBy
        case .began, .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: break
        }
        append(shape, sequence: step.record.sequence, at: step.time, leg: step.leg, owedBy: owedBy, in: &words)
    }

    /// Writes a record that has no event: that a handler finished, that another process went on, or that a command came for a leg that
    /// had not begun.
    private mutating func write(remark record: Record, in words: inout ReportWords) {
        let leg = Int(clamping: record.leg)
        guard let note = notes.popFirst(), fold.machine.legs.indices.contains(leg) else { return }
        let state = fold.machine.legs[leg].run.state
        var shape = StepShape()
        shape.before = state + 1
        shape.after = state
        shape.state = words.word(fold.machine.legs[leg].table.states[state].name)
        shape.event = words.word(note.text)
        append(shape, sequence: record.sequence, at: record.time, leg: leg, owedBy: nil, in: &words)
    }

    /// Writes one record. `owedBy` is the sequence of the record whose step owed this one; nil where none did.
    private mutating func append(
        _ shape: StepShape, sequence: UInt64, at time: Instant, leg: Int, owedBy: UInt64?, in words: inout ReportWords
    ) {
        reported.records += [
            Int(clamping: sequence &- last.sequence), Int(clamping: time.milliseconds &- last.time.milliseconds), leg,
            words.shape(shape), owedBy.map { Int(clamping: sequence &- min($0, sequence)) } ?? 0,
        ]
        reported.records += changes.numbers(
            for: RunSnapshot(of: fold.machine, since: history.began), in: &words)
        last = (sequence, time)
    }
}
