import Keyway
import KeywayLog

/// What one append makes durable: records, the steps that they tell, and where the stream stands after them.
struct Block {
    private(set) var stream: Stream
    private(set) var records: [Record] = []
    private(set) var steps: [DecidedStep] = []
    private let time: Instant

    /// An empty block; the clock of a stream never goes back.
    init(after stream: Stream, at now: Instant) {
        self.stream = stream
        time = max(now, stream.latest)
    }

    /// Decides an event of the root on top of what the block has already.
    mutating func decide(_ occurrence: Occurrence) {
        let (before, event) = (stream.root, occurrence.event)
        var step = Step()
        before.reducer.reduce(&stream.root.state, event, at: time, sequence: stream.nextSequence, into: &step)
        let place = keep(step, of: occurrence, before)
        steps.append(
            DecidedStep(
                place: place, time: time, event: event.position, stamp: step.stamp, disposition: step.disposition,
                run: stream.root.state, choices: step.choices, orders: step.orders))
    }

    /// Ends a run that changes without end by its own deadline, early.
    mutating func endWhereItGoesOnTooLong() {
        guard stream.keeping.isAtItsEnd, !stream.root.isEnded, let session = stream.root.table.sessionTimer else {
            return
        }
        decide(Occurrence(Event(stream.root.table.timers[session].event)))
    }

    /// Writes the step's record, if it is one that a log keeps.
    private mutating func keep(_ step: Step, of occurrence: Occurrence, _ before: Leg) -> DecidedStep.Place {
        let (after, event) = (stream.root, occurrence.event)
        let signature = before.table.events[event.position]
        if before.isEnded, signature.origin == .command { return .notKept }
        let isSettling =
            after.state.openEffects != before.state.openEffects || after.state.timers != before.state.timers
        guard stream.keeping.keeps(step, settling: isSettling, afterTheEnd: before.isEnded) else {
            stream.keeping.noteLeftOut()
            return .counted
        }
        let sequence = stream.nextSequence
        let record = EventRecord(
            event: event.position, stamp: step.stamp, answers: event.answers,
            fields: signature.fields.kept(event.fields), commandID: occurrence.commandID, unread: occurrence.unread,
            row: step.row, disposition: step.disposition,
            leftOut: step.disposition == .taken ? stream.keeping.leftOut : 0, outcome: after.outcome)
        records.append(Record(run: stream.run, sequence: sequence, time: time, content: .event(record)))
        stream.keeping.noteKept(step, settling: isSettling, afterTheEnd: before.isEnded)
        stream.nextSequence += 1
        stream.latest = time
        return .recorded(sequence: sequence)
    }
}
