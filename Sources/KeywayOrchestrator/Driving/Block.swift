import Keyway
import KeywayLog

/// What one append makes durable: records, the steps that they tell, and where the stream stands after them.
struct Block {
    private(set) var stream: Stream
    private(set) var records: [Record] = []
    private(set) var steps: [DecidedStep] = []
    private let time: Instant
    private let unheard: Unheard
    /// What legs that have begun in this block still hear before their first command.
    private var hearing: [Int: ArraySlice<RawValue>] = [:]

    /// An empty block; the clock of a stream never goes back.
    init(after stream: Stream, at now: Instant, hearing unheard: @escaping Unheard) {
        self.stream = stream
        time = max(now, stream.latest)
        self.unheard = unheard
    }

    /// The first block of a run, which has its beginning already: what that brought to sub-flows, and what the run hears
    /// first.
    static func beginning(_ stream: Stream, hearing unheard: @escaping Unheard) -> Block {
        var block = Block(after: stream, at: stream.latest, hearing: unheard)
        block.decideOwed()
        block.hear(in: 0)
        return block
    }

    /// Decides what the sources of a leg said without its hearing it.
    mutating func hear(in leg: Int) {
        for word in unheard(leg, stream.legs.legs[leg].table) {
            hear(word, in: leg)
            decideOwed()
        }
    }

    /// Decides an event of a leg on top of what the block has already, and all that it brings to other legs.
    mutating func decide(_ occurrence: Occurrence, in leg: Int) {
        let told = stream.legs.decide(occurrence.event, in: leg, at: time, sequence: stream.nextSequence)
        tell(told, of: occurrence, isOwed: false)
        decideOwed()
    }

    private mutating func decideOwed() {
        while true {
            endWhereItGoesOnTooLong()
            if let leg = stream.legs.beginningLeg, let word = nextWord(of: leg) {
                hear(word, in: leg)
                continue
            }
            guard let told = stream.legs.decideOwed(at: time, sequence: stream.nextSequence) else { return }
            guard case .decided(let event, _) = told.content else {
                tellBeginning(told)
                continue
            }
            tell(told, of: Occurrence(event), isOwed: true)
        }
    }

    private mutating func nextWord(of leg: Int) -> RawValue? {
        var words = hearing[leg] ?? unheard(leg, stream.legs.legs[leg].table)[...]
        defer { hearing[leg] = words }
        return words.popFirst()
    }

    private mutating func hear(_ word: RawValue, in leg: Int) {
        guard case .event(let event, let fields, _, _) = stream.legs.legs[leg].table.decode(word) else { return }
        let occurrence = Occurrence(Event(event, fields: fields))
        let told = stream.legs.decide(occurrence.event, in: leg, at: time, sequence: stream.nextSequence)
        tell(told, of: occurrence, isOwed: false)
    }

    /// Ends a run that changes without end by its own deadline, early.
    private mutating func endWhereItGoesOnTooLong() {
        let root = stream.legs.root
        guard stream.keeping.isAtItsEnd, !root.isEnded, let session = root.table.sessionTimer else { return }
        let deadline = Event(root.table.timers[session].event)
        let told = stream.legs.decide(deadline, in: 0, at: time, sequence: stream.nextSequence)
        tell(told, of: Occurrence(deadline), isOwed: false)
    }

    // MARK: - Records

    private mutating func tell(_ told: LegStep, of occurrence: Occurrence, isOwed: Bool) {
        guard case .decided(let event, let step) = told.content else { return }
        let leg = stream.legs.legs[told.leg]
        let fields = leg.table.events[event.position].fields.kept(event.fields)
        let place = keep(step, of: occurrence, fields, told, isOwed: isOwed)
        steps.append(
            DecidedStep(
                place: place, leg: told.leg, legName: leg.name, time: time, event: event.position, fields: fields,
                stamp: step.stamp, disposition: step.disposition, isAccepted: step.isAccepted, run: told.run,
                choices: step.choices, orders: step.orders, scopeChanges: step.scopeChanges))
    }

    /// Writes the step's record, if it is one that a log keeps.
    private mutating func keep(
        _ step: Step, of occurrence: Occurrence, _ fields: [Value?], _ told: LegStep, isOwed: Bool
    ) -> DecidedStep.Place {
        let (leg, before, event) = (stream.legs.legs[told.leg], told.before ?? told.run, occurrence.event)
        let signature = leg.table.events[event.position]
        let wasEnded = leg.table.states[before.state].isFinal
        if wasEnded, signature.origin == .command { return .notKept }
        let isSettling =
            told.run.openEffects != before.openEffects || told.run.timers != before.timers
            || told.run.running != before.running
        let isAfterTheEnd = wasEnded && told.leg == 0
        // What one step brought with it stands beside it, so that a replay finds it there.
        guard isOwed || stream.keeping.keeps(step, settling: isSettling, afterTheEnd: isAfterTheEnd) else {
            stream.keeping.noteLeftOut()
            return .counted
        }
        let record = EventRecord(
            event: event.position, stamp: step.stamp, answers: event.answers,
            fields: fields, commandID: occurrence.commandID, unread: occurrence.unread,
            row: step.row, disposition: step.disposition,
            leftOut: step.disposition == .taken ? stream.keeping.leftOut : 0, outcome: leg.outcome(of: told.run))
        stream.keeping.noteKept(step, settling: isSettling, afterTheEnd: isAfterTheEnd)
        return append(.event(record), of: told.leg)
    }

    private mutating func tellBeginning(_ told: LegStep) {
        let leg = stream.legs.legs[told.leg]
        guard let parent = leg.parent else { return }
        let place = append(
            .legBegan(
                LegBeginning(
                    parent: UInt32(clamping: parent.leg), child: parent.child, outcome: leg.outcome(of: told.run))),
            of: told.leg)
        stream.keeping.noteBeginning()
        steps.append(
            DecidedStep(
                place: place, leg: told.leg, legName: leg.name, time: time, event: nil, fields: [], stamp: .unknown,
                disposition: .taken, isAccepted: true, run: told.run, choices: [], orders: told.orders,
                scopeChanges: told.scopeChanges))
    }

    private mutating func append(_ content: Record.Content, of leg: Int) -> DecidedStep.Place {
        let sequence = stream.nextSequence
        records.append(
            Record(run: stream.run, leg: UInt32(clamping: leg), sequence: sequence, time: time, content: content))
        stream.nextSequence += 1
        stream.latest = time
        return .recorded(sequence: sequence)
    }
}
