package import Keyway
package import KeywayLog

/// A replay on its way: the run's state so far, beside what its records claim.
package struct Folding {
    let table: Table
    package private(set) var state: RunState
    var timeline: Timeline
    package private(set) var disagreement: Replay.Disagreement?

    /// Begins with the run's first record.
    package init(_ records: [Record]) throws(ReplayError) {
        guard let first = records.first else { throw .noRecords }
        guard case .began(let beginning) = first.content else { throw .noBeginning }
        do { table = try Table(canonicalBytes: beginning.table) } catch { throw .table(error) }
        let orders: [EffectOrder]
        (state, orders) = table.begin(at: first.time, sequence: first.sequence)
        timeline = Timeline(
            run: first.run, flow: table.name, version: table.version, reference: beginning.reference,
            began: first.time, initialState: table.states[state.state].name,
            initialEffects: orders.map { [table] in table.effects[$0.effect].name })
        timeline.isEnded = table.states[state.state].isFinal
        try check(beginning.outcome, of: first, event: "began")
    }

    /// Goes on with the next record.
    package mutating func fold(_ record: Record) throws(ReplayError) {
        guard case .event(let told) = record.content, table.events.indices.contains(told.event),
            table.states.indices.contains(told.outcome.state),
            told.fields.count == table.events[told.event].fields.count
        else { throw .malformed(sequence: record.sequence) }
        let event = Event(told.event, fields: told.fields, stamp: told.stamp, answers: told.answers)
        let step = table.reduce(&state, event, at: record.time, sequence: record.sequence)
        let name = table.events[told.event].name
        timeline.entries.append(
            Timeline.Entry(
                sequence: record.sequence, time: record.time, since: timeline.began, event: told.event,
                stamp: told.stamp, disposition: told.disposition, state: told.outcome.state, orders: step.orders,
                choices: step.choices, of: table))
        timeline.isEnded = table.states[told.outcome.state].isFinal
        note("disposition", of: record, event: name, "\(told.disposition)", "\(step.disposition)")
        note("stamp", of: record, event: name, "\(told.stamp)", "\(step.stamp)")
        note("row", of: record, event: name, told.row.described, step.row.described)
        try check(told.outcome, of: record, event: name)
    }

    private mutating func check(_ outcome: Outcome, of record: Record, event: String) throws(ReplayError) {
        guard table.states.indices.contains(outcome.state), outcome.context.count == table.variables.count else {
            throw .malformed(sequence: record.sequence)
        }
        note("state", of: record, event: event, table.states[outcome.state].name, table.states[state.state].name)
        let computed = table.variables.kept(state.values)
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

extension Optional where Wrapped == Int {
    fileprivate var described: String { map { String($0) } ?? "none" }
}

extension Field {
    /// The value in the spec's words; a classified one is only said to be present.
    package func described(_ value: Value?, among enumerations: [Enumeration]) -> String {
        switch value {
        case nil: return "absent"
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let number): return String(number)
        case .duration(let milliseconds): return "\(milliseconds)ms"
        case .withheld: return "present"
        case .text(let text): return classification == .plain ? "\"\(text)\"" : "present"
        case .enumCase(let place):
            guard case .enumCase(let position) = kind, enumerations[position].cases.indices.contains(place) else {
                return "case \(place)"
            }
            return enumerations[position].cases[place].name
        case .set(let bits):
            guard case .set(let position) = kind else { return "set \(bits)" }
            let names = enumerations[position].cases.enumerated().filter {
                $0.offset < 64 && bits >> UInt64($0.offset) & 1 == 1
            }
            return "{" + names.map(\.element.name).joined(separator: ", ") + "}"
        }
    }
}
