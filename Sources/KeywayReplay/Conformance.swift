public import Keyway
public import KeywayLog

/// Where a recorded run and another table of its flow part: the first step that would have gone otherwise.
public struct Departure: Equatable, Sendable {
    /// The run whose records were taken through the other table.
    public var run: RunID
    /// That of the record whose event goes otherwise; 0 where already the beginning does.
    public var sequence: UInt64
    /// The state that was recorded as reached.
    public var state: String
    /// Its name in the recorded flow; `began` where the run or a leg begins.
    public var event: String
}

/// Takes a run's recorded events through another table, and returns the first step that goes otherwise; nil if none does.
///
/// Events, fields, states and dispositions are compared by name, so the tables may number them differently.
public func departure(of records: [Record], from other: Table) throws(ReplayError) -> Departure? {
    var folding = try Folding(records)
    guard let first = records.first else { throw .noRecords }
    var (legs, begun) = LegTree.beginning(with: other, at: first.time)
    if other.states[begun.run.state].name != folding.timeline.initialState
        || begun.orders.map({ other.effects[$0.effect].name }) != folding.timeline.initialEffects
    {
        return Departure(
            run: first.run, sequence: first.sequence, state: folding.timeline.initialState, event: "began")
    }
    for record in records.dropFirst() {
        try folding.fold(record)
        guard let entry = folding.timeline.entries.last else { continue }
        let departs = Departure(run: record.run, sequence: record.sequence, state: entry.state, event: entry.event)
        guard let step = legs.decide(record, of: folding), legs.tells(step, as: entry, record) else { return departs }
    }
    return nil
}

extension LegTree {
    /// Decides what the record tells, as this stream's own legs see it; nil where they have nothing of the kind.
    fileprivate mutating func decide(_ record: Record, of folding: Folding) -> LegStep? {
        if !isSettled, !hearsFirst(record, of: folding) {
            return decideOwed(at: record.time, sequence: record.sequence) ?? decide(record, of: folding)
        }
        guard case .event(let told) = record.content, let position = Int(exactly: record.leg),
            legs.indices.contains(position), folding.legs.legs.indices.contains(position),
            let event = legs[position].table.event(
                like: told, of: folding.legs.legs[position].table, in: legs[position].run)
        else { return nil }
        return decide(event, in: position, at: record.time, sequence: record.sequence)
    }

    /// Whether the record is a callback that a leg heard before its first command.
    private func hearsFirst(_ record: Record, of folding: Folding) -> Bool {
        guard let leg = beginningLeg, record.leg == leg, folding.legs.legs.indices.contains(leg),
            case .event(let told) = record.content
        else { return false }
        return folding.legs.legs[leg].table.events[told.event].origin == .callback
    }

    /// Whether the step is what was recorded, by names.
    fileprivate func tells(_ step: LegStep, as entry: Timeline.Entry, _ record: Record) -> Bool {
        let leg = legs[step.leg]
        let isSame: Bool
        switch (step.content, record.content) {
        case (.began, .legBegan): isSame = true
        case (.decided(let event, let step), .event):
            isSame = step.disposition == entry.disposition && leg.table.events[event.position].name == entry.event
        default: isSame = false
        }
        return isSame && leg.name == entry.leg && leg.table.states[step.run.state].name == entry.state
            && step.orders.map { leg.table.effects[$0.effect].name } == entry.effects
    }
}

extension Table {
    /// The event of the same name with the same fields, as this table numbers them.
    fileprivate func event(like told: EventRecord, of table: Table, in run: RunState) -> Event? {
        let signature = table.events[told.event]
        let candidates = events.indices.filter {
            events[$0].name == signature.name && events[$0].origin.isLike(signature.origin)
        }
        // Unnamed timers of several scopes share a name; the one that runs is meant.
        let running = candidates.first { position in run.timers.contains { timers[$0.timer].event == position } }
        guard let position = running ?? candidates.first else { return nil }
        let values = events[position].fields.map { field in
            signature.fields.firstIndex { $0.name == field.name }.flatMap { position in
                told.fields[position].flatMap {
                    field.value(like: $0, of: signature.fields[position], in: table, here: self)
                }
            }
        }
        guard zip(events[position].fields, values).allSatisfy({ $0.isOptional || $1 != nil }) else { return nil }
        return Event(position, fields: values, stamp: told.stamp, answers: told.answers)
    }
}

extension EventSignature.Origin {
    fileprivate func isLike(_ other: EventSignature.Origin) -> Bool {
        switch (self, other) {
        case (.timer, .timer), (.stale, .stale), (.lane, .lane), (.child, .child): true
        default: self == other
        }
    }
}

extension Field {
    /// The value that the other table's field holds, as this field's kind has it: cases go by name.
    fileprivate func value(like value: Value, of field: Field, in other: Table, here: Table) -> Value? {
        switch (value, field.kind, kind) {
        case (.enumCase(let place), .enumCase(let theirs), .enumCase(let ours)):
            return here.enumerations[ours].place(of: place, in: other.enumerations[theirs]).map { .enumCase($0) }
        case (.set(let bits), .set(let theirs), .set(let ours)):
            var mapped: UInt64 = 0
            for place in 0..<64 where bits >> UInt64(place) & 1 == 1 {
                guard let position = here.enumerations[ours].place(of: place, in: other.enumerations[theirs]),
                    position < 64
                else { return nil }
                mapped |= 1 << UInt64(position)
            }
            return .set(mapped)
        case (.enumCase, _, _), (.set, _, _): return nil
        default: return value
        }
    }
}

extension Enumeration {
    /// Where the case stands here that has that name in the other enum.
    fileprivate func place(of place: Int, in other: Enumeration) -> Int? {
        guard other.cases.indices.contains(place) else { return nil }
        return cases.firstIndex { $0.name == other.cases[place].name }
    }
}
