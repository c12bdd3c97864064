package import KeywayCore
package import KeywayLog

extension Table {
    /// This table's event of the same name as a recorded event of another table, with those of the recorded fields that this table's event
    /// has.
    ///
    /// Nil where there is no such event, or where a value is missing that must be there. `run`: the state of the leg that is to hear the
    /// event, by this table.
    package func event(like recorded: EventRecord, of table: Table, in run: RunState) -> Event? {
        let candidates = events(like: recorded.event, of: table)
        // Unnamed timers of several scopes share a name; the one that runs is meant.
        let running = candidates.first { position in run.timers.contains { timers[$0.timer].event == position } }
        guard let position = running ?? candidates.first else { return nil }
        // What a record owed (a sub-flow's first command, its `cancel`, its final) comes from another leg, which gives it its fields: none
        // are copied.
        if case .owed = recorded.cause { return Event(position, fields: events[position].fields.map { _ in nil }) }
        guard let fields = fields(of: position, like: recorded.fields, of: recorded.event, in: table) else {
            return nil
        }
        return Event(position, fields: fields)
    }

    /// This table's event of the same name as a reply of another table, with those of the reply's fields that this table's event has; nil
    /// where there is no such event, or a value is missing that must be there.
    package func reply(like reply: Event, of table: Table) -> Event? {
        guard let position = events(like: reply.position, of: table).first,
            let fields = fields(of: position, like: reply.fields, of: reply.position, in: table)
        else { return nil }
        return Event(position, fields: fields)
    }

    /// The values chosen for the other table's parameters, for this table's parameters of the same names; by positions
    /// among the variables.
    package func parameters(like chosen: [Int: Value], of table: Table) -> [Int: Value] {
        var chosenHere: [Int: Value] = [:]
        for (theirs, value) in chosen {
            let field = table.variables[theirs]
            guard let ours = parameters.map(\.variable).first(where: { variables[$0].name == field.name }) else {
                continue
            }
            chosenHere[ours] = variables[ours].value(like: value, of: field, in: table, here: self)
        }
        return chosenHere
    }

    /// The positions of this table's events with the name of the other table's event and of a like origin.
    func events(like event: Int, of table: Table) -> [Int] {
        let signature = table.events[event]
        return events.indices.filter {
            events[$0].name == signature.name && events[$0].origin.isLike(signature.origin)
        }
    }

    /// The values as this table's event has them; nil where one is missing that must be there.
    func fields(of event: Int, like values: [Value?], of theirs: Int, in table: Table) -> [Value?]? {
        let signature = table.events[theirs]
        let values = events[event].fields.map { field in
            signature.fields.firstIndex { $0.name == field.name }.flatMap { position in
                values[position].flatMap {
                    field.value(like: $0, of: signature.fields[position], in: table, here: self)
                }
            }
        }
        guard zip(events[event].fields, values).allSatisfy({ $0.isOptional || $1 != nil }) else { return nil }
        return values
    }
}

extension EventSignature.Origin {
    /// Whether both are of one kind. The positions that origins have are not compared: in another table a timer, a lane, a sub-flow, or the
    /// event that `stale` stands before, may have another position.
    func isLike(_ other: EventSignature.Origin) -> Bool {
        switch (self, other) {
        case (.timer, .timer), (.stale, .stale), (.lane, .lane), (.child, .child): true
        default: self == other
        }
    }
}

extension Field {
    /// The value that the other table's field holds, as this field's kind has it: cases go by name.
    ///
    /// Nil where this field cannot have the value: its kind is another one, or its range does not have it.
    func value(like value: Value, of field: Field, in other: Table, here: Table) -> Value? {
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
        // A record tells of a classified value only that it is there, so no range can refuse it.
        case (.withheld, _, _): return value
        default: return kind.contains(value, among: here.enumerations) ? value : nil
        }
    }
}

extension Enumeration {
    /// The position in this enum of the case that has the same name as the other enum's case at `place`; nil where
    /// there is none.
    func place(of place: Int, in other: Enumeration) -> Int? {
        guard other.cases.indices.contains(place) else { return nil }
        return cases.firstIndex { $0.name == other.cases[place].name }
    }
}
