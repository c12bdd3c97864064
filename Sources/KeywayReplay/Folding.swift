package import Keyway
package import KeywayLog

/// A replay on its way: the run's legs so far, beside what its records claim.
package struct Folding {
    let table: Table
    private let annotations: Annotations?
    private(set) var legs: LegTree
    var timeline: Timeline
    /// The first that was found so far; it stays, whatever comes after it.
    package private(set) var disagreement: Replay.Disagreement?

    /// The root run so far.
    package var state: RunState { legs.root.run }

    /// Begins with the run's first record.
    package init(_ records: [Record]) throws(ReplayError) {
        guard let first = records.first else { throw .noRecords }
        guard case .began(let beginning) = first.content else { throw .noBeginning }
        do { table = try Table(canonicalBytes: beginning.table) } catch { throw .table(error) }
        annotations = Annotations(bytes: beginning.annotations)
        let begun: LegStep
        (legs, begun) = LegTree.beginning(with: table, at: first.time)
        timeline = Timeline(
            run: first.run, flow: table.name, version: table.version, reference: beginning.reference,
            began: first.time, initialState: table.states[begun.run.state].name,
            initialEffects: begun.orders.map { [table] in table.effects[$0.effect].name })
        timeline.isEnded = legs.root.isEnded
        try check(beginning.outcome, after: begun, of: first, event: "began")
    }

    /// Goes on with the next record.
    package mutating func fold(_ record: Record) throws(ReplayError) {
        switch record.content {
        case .began: throw .malformed(sequence: record.sequence)
        case .legBegan(let told): try fold(told, of: record)
        case .event(let told): try fold(told, of: record)
        }
    }

    // MARK: - Events

    private mutating func fold(_ told: EventRecord, of record: Record) throws(ReplayError) {
        guard let position = Int(exactly: record.leg), legs.legs.indices.contains(position) else {
            throw .malformed(sequence: record.sequence)
        }
        let table = legs.legs[position].table
        guard table.events.indices.contains(told.event), table.states.indices.contains(told.outcome.state),
            told.fields.count == table.events[told.event].fields.count
        else { throw .malformed(sequence: record.sequence) }
        let event = Event(told.event, fields: told.fields, stamp: told.stamp, answers: told.answers)
        let name = table.events[told.event].name
        let owed = owed(by: record, as: name) { $0.decides(event, in: position, table) }
        let decided = owed ?? legs.decide(event, in: position, at: record.time, sequence: record.sequence)
        guard case .decided(_, let step) = decided.content else { throw .malformed(sequence: record.sequence) }
        let leg = legs.legs[position].name
        timeline.entries.append(
            Timeline.Entry(
                sequence: record.sequence, leg: leg, time: record.time, since: timeline.began, event: told.event,
                fields: told.fields, stamp: told.stamp, disposition: told.disposition, outcome: told.outcome,
                orders: step.orders, choices: step.choices, of: table,
                annotated: annotations?.flow(ofLeg: leg, in: self.table)))
        if position == 0 { timeline.isEnded = table.states[told.outcome.state].isFinal }
        note("disposition", of: record, event: name, "\(told.disposition)", "\(step.disposition)")
        note("stamp", of: record, event: name, "\(told.stamp)", "\(step.stamp)")
        note("row", of: record, event: name, told.row.described, step.row.described)
        try check(told.outcome, after: decided, of: record, event: name)
    }

    /// What the step before brought with it, if the record tells just that.
    ///
    /// A run that goes on too long is ended by its session's deadline before what is owed, and a leg hears what its sources
    /// retained before its first command; then nothing is taken.
    private mutating func owed(by record: Record, as name: String, where fits: (LegStep) -> Bool) -> LegStep? {
        var next = legs
        guard let owed = next.decideOwed(at: record.time, sequence: record.sequence) else {
            // Whatever was owed has come to nothing.
            legs = next
            return nil
        }
        guard fits(owed) else {
            if !isEarlyEnd(record), !legs.isFirstWord(record) {
                note("leg", of: record, event: name, "\(record.leg)", "\(owed.leg)")
            }
            return nil
        }
        legs = next
        return owed
    }

    private func isEarlyEnd(_ record: Record) -> Bool {
        guard record.leg == 0, case .event(let told) = record.content, let session = table.sessionTimer else {
            return false
        }
        return told.event == table.timers[session].event
    }

    // MARK: - Legs

    private mutating func fold(_ told: LegBeginning, of record: Record) throws(ReplayError) {
        let begun = owed(by: record, as: "began") { owed in
            guard case .began = owed.content else { return false }
            return owed.leg == record.leg
        }
        guard let begun else { throw .malformed(sequence: record.sequence) }
        let leg = legs.legs[begun.leg]
        guard leg.table.states.indices.contains(told.outcome.state), let parent = leg.parent else {
            throw .malformed(sequence: record.sequence)
        }
        timeline.entries.append(
            Timeline.Entry(
                sequence: record.sequence, leg: leg.name, time: record.time, since: timeline.began, event: nil,
                stamp: .unknown, disposition: .taken, outcome: told.outcome, orders: begun.orders, choices: [],
                of: leg.table, annotated: annotations?.flow(ofLeg: leg.name, in: table)))
        note("parent", of: record, event: "began", "\(told.parent)", "\(parent.leg)")
        note("child", of: record, event: "began", "\(told.child)", "\(parent.child)")
        try check(told.outcome, after: begun, of: record, event: "began")
    }

    // MARK: - Disagreements

    private mutating func check(
        _ outcome: Outcome, after step: LegStep, of record: Record, event: String
    ) throws(ReplayError) {
        let table = legs.legs[step.leg].table
        guard table.states.indices.contains(outcome.state), outcome.context.count == table.variables.count else {
            throw .malformed(sequence: record.sequence)
        }
        note("state", of: record, event: event, table.states[outcome.state].name, table.states[step.run.state].name)
        let computed = table.variables.kept(step.run.values)
        for (position, variable) in table.variables.enumerated() where outcome.context[position] != computed[position] {
            note(
                "context.\(variable.name)", of: record, event: event,
                variable.described(outcome.context[position], among: table.enumerations),
                variable.described(computed[position], among: table.enumerations))
        }
    }

    /// Keeps the first difference only: whatever follows it may be its consequence.
    private mutating func note(
        _ field: String, of record: Record, event: String, _ recorded: String, _ computed: String
    ) {
        guard disagreement == nil, recorded != computed else { return }
        disagreement = Replay.Disagreement(
            run: record.run, sequence: record.sequence, event: event, field: field, recorded: recorded,
            computed: computed)
    }
}

extension LegTree {
    /// Whether the record may be what a leg heard between its beginning and its first command.
    func isFirstWord(_ record: Record) -> Bool {
        guard let leg = beginningLeg, record.leg == leg, case .event(let told) = record.content,
            legs[leg].table.events.indices.contains(told.event)
        else { return false }
        return legs[leg].table.events[told.event].origin == .callback
    }
}

extension LegStep {
    /// Whether this is the leg's decision about the event, as far as a log tells.
    fileprivate func decides(_ event: Event, in leg: Int, _ table: Table) -> Bool {
        guard case .decided(let own, _) = content else { return false }
        let fields = table.events[event.position].fields
        return self.leg == leg && own.position == event.position && fields.kept(own.fields) == event.fields
    }
}

extension Optional where Wrapped == Int {
    fileprivate var described: String { map { String($0) } ?? "none" }
}
