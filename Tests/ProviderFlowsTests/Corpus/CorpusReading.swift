import FlowTranscripts
import KeywayCore

@testable import FlowConformance

/// Reads one line of a corpus back into an event, a run's situation and a place, from the line and the flow's table alone.
///
/// A corpus is the folder of test cases that `keyway conformance` writes. A line of it is the JSON that `CorpusLine` makes.
struct CorpusReading {
    /// Made for the table by which the line's leg runs: that of the root's flow, or of a sub-flow.
    let words: CorpusJSON
    /// The members of the line's JSON object, by their names.
    let members: [String: RawValue]

    private var table: Table { words.table }

    /// The JSON object of a line.
    ///
    /// - Throws: `Unreadable` where the line is no object, `JSONError` where it is no JSON.
    static func members(of line: Substring) throws -> [String: RawValue] {
        guard case .object(let members) = try JSONReader.value(of: line.utf8) else { throw Unreadable(what: "line") }
        return members
    }

    /// The line cannot be read.
    struct Unreadable: Error {
        /// The member or field that is missing or has no possible value.
        var what: String
    }

    /// The line's place: its walk (nil in the file of a transcript), record, time and leg.
    ///
    /// - Throws: `Unreadable` where the line has no number for the sequence or the time.
    func place() throws -> CorpusLine.Place {
        guard let sequence = members["sequence"]?.integer, let at = members["at"]?.milliseconds else {
            throw Unreadable(what: "sequence or at")
        }
        return CorpusLine.Place(
            walk: (members["walk"]?.integer).map { Int(clamping: $0) }, sequence: UInt64(clamping: sequence), at: at,
            leg: Self.leg(of: members))
    }

    /// The sub-flow's leg that the line names; nil for a line of the root.
    static func leg(of members: [String: RawValue]) -> CorpusLine.LegIdentity? {
        guard let number = members["leg"]?.integer, let name = members["of"]?.text else { return nil }
        return CorpusLine.LegIdentity(number: Int(clamping: number), name: name)
    }

    /// The event that comes to the run; nil on a line that begins a run or says in which situation one is.
    ///
    /// - Throws: `Unreadable` where the event is not the one of its position, has a value that its field cannot have, or answers an order
    ///   that cannot be read.
    func event() throws -> Event? {
        guard let name = members["event"]?.text else { return nil }
        guard let position = (members["position"]?.integer).map({ Int(clamping: $0) }),
            table.events.indices.contains(position), table.events[position].name == name
        else { throw Unreadable(what: "event") }
        let stamp = [Stamp.unknown, .current, .stale].first { $0.description == members["stamp"]?.text }
        return Event(
            position, fields: try values("with", of: table.events[position].fields), stamp: stamp ?? .unknown,
            answers: try members["answers"].map { try order($0, in: "answers") })
    }

    /// The run's situation after the line's event.
    ///
    /// - Throws: `Unreadable` where the line names a state, variable, timer, effect, sub-flow or lane that the flow
    ///   lacks, or where something of the situation is missing or unreadable.
    func situation() throws -> RunState {
        guard let state = table.states.firstIndex(where: { $0.name == members["state"]?.text }) else {
            throw Unreadable(what: "state")
        }
        var run = RunState(state: state, values: try values("context", of: table.variables))
        run.attempt = Int(clamping: members["attempt"]?.integer ?? 0)
        run.timers = try objects("timers").map { armed in
            guard let timer = table.timers.firstIndex(where: { Int64($0.event) == armed["position"]?.integer }),
                let due = armed["due"]?.milliseconds
            else { throw Unreadable(what: "timers") }
            // A corpus does not say which record set a timer, so record 0 stands for each.
            return .init(timer: timer, deadline: Instant(milliseconds: due), setBy: 0)
        }
        run.openEffects = try objects("open").map { open in
            guard let effect = table.effects.firstIndex(where: { $0.name == open["effect"]?.text }),
                let due = open["due"]?.milliseconds
            else { throw Unreadable(what: "open") }
            return .init(effect: effect, order: try order(open["order"], in: "open"), limit: Instant(milliseconds: due))
        }
        // The sub-flows that run, and the lanes that are asked for or held.
        run.running = try objects("running").map { running in
            if let child = table.children.firstIndex(where: { $0.name == running["child"]?.text }) {
                return .child(child)
            }
            guard let lane = table.lanes.firstIndex(where: { $0.name == running["lane"]?.text }) else {
                throw Unreadable(what: "running")
            }
            return .lane(lane, isHeld: running["held"] == .bool(true))
        }
        return run
    }

    /// The objects of the list that is the line's member of this name.
    private func objects(_ name: String) throws -> [[String: RawValue]] {
        guard case .list(let elements)? = members[name] else { throw Unreadable(what: name) }
        return try elements.map { element in
            guard case .object(let members) = element else { throw Unreadable(what: name) }
            return members
        }
    }

    /// The order that the value names, which stands in the line's member of this name.
    private func order(_ value: RawValue?, in name: String) throws -> EffectOrder.ID {
        let text = value?.text ?? ""
        let parts = text.split(separator: ".")
        guard parts.count == 2, let sequence = UInt64(parts[0]), let index = UInt32(parts[1]),
            text == "\(sequence).\(index)"
        else { throw Unreadable(what: name) }
        return EffectOrder.ID(sequence: sequence, index: index)
    }

    /// The values of these fields or variables, from the line's member of this name: a JSON object that has a member for each
    /// of them and no other.
    private func values(_ name: String, of fields: [Field]) throws -> [Value?] {
        guard case .object(let values)? = members[name], values.count == fields.count else {
            throw Unreadable(what: name)
        }
        return try fields.map { field in
            guard let value = values[field.name] else { throw Unreadable(what: field.name) }
            return try self.value(value, of: field)
        }
    }

    private func value(_ value: RawValue, of field: Field) throws -> Value? {
        func cases(_ position: Int) -> [String] { table.enumerations[position].cases.map(\.name) }
        switch (value, field.kind) {
        case (.null, _): return nil
        case (.object(["withheld": .bool(true)]), _): return .withheld
        case (.bool(let flag), .bool): return .bool(flag)
        case (.integer(let number), .integer): return .integer(number)
        case (_, .duration): if let milliseconds = value.milliseconds { return .duration(milliseconds) }
        case (.text(let text), .text): return .text(text)
        case (.text(let name), .enumCase(let position)):
            if let place = cases(position).firstIndex(of: name) { return .enumCase(place) }
        case (.list(let names), .set(let position)):
            let places = names.compactMap { name in cases(position).firstIndex { $0 == name.text } }
            // Bit N of a set stands for the case at position N.
            if places.count == names.count { return .set(places.reduce(0) { $0 | 1 << UInt64($1) }) }
        default: break
        }
        throw Unreadable(what: field.name)
    }
}

extension RawValue {
    fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    /// A JSON number of seconds as whole milliseconds; nil for anything else.
    fileprivate var milliseconds: Int64? {
        switch self {
        case .integer(let seconds):
            let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
            return overflows ? nil : milliseconds
        case .number(let seconds): return Int64(exactly: (seconds * 1000).rounded())
        default: return nil
        }
    }
}
