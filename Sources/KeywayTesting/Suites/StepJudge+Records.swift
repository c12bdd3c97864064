import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywaySuites

/// What must hold of a walk's records.
extension StepJudge {
    /// Judges all records of the walk once it is over.
    mutating func judge(_ records: [Record]) {
        var before: Int?
        var beginning: Beginning?
        // The table of each leg, by the leg's number.
        var tables: [UInt32: Table] = [0: words.table]
        for (place, record) in records.enumerated() where breach == nil {
            let part = live.element(at: place)?.part ?? 0
            let bytes = record.codedBytes
            if case .began(let first) = record.content { beginning = first }
            if case .event(let told) = record.content, record.leg == 0 {
                let isOver = before.map { isFinal($0) } ?? false
                if told.row == nil, told.stamp != .stale, !isOver {
                    note(.everyEventIsAnswered, "no row says what it means here", part: part)
                }
                before = told.outcome.state
            }
            if case .legBegan(let began) = record.content {
                tables[record.leg] = tables[began.parent]?.children.element(at: began.child)?.table
            }
            if let table = tables[record.leg], let field = keptField(of: record, by: table) {
                note(.nothingWithheldIsKept, "record \(record.sequence) has '\(field)'", part: part)
            }
            if let text = withheldText(in: bytes) {
                note(.nothingWithheldIsKept, "record \(record.sequence) has \"\(text)\"", part: part)
            }
            judge(bytes, of: record, following: beginning, part: part)
        }
        if breach == nil { judgeReplay(of: records) }
    }

    /// Checks that the record's bytes, which a log would write, are read as the same record.
    mutating func judge(_ bytes: [UInt8], of record: Record, following beginning: Beginning?, part: Int) {
        let again = try? Record(codedBytes: bytes, of: record.run, following: beginning)
        if again != record {
            note(.recordsAreReadAsWritten, "record \(record.sequence) is read as another", part: part)
        }
    }

    /// Checks that the replay of the records up to each one is the run as it was then, but for withheld values.
    private mutating func judgeReplay(of records: [Record]) {
        guard records.count == live.count else {
            return note(.replayIsLive, "\(live.count) records were told, and the log has \(records.count)", part: 0)
        }
        do {
            var fold = try Fold(records.first, tellingSteps: false)
            let formatter = TimelineFormatter(of: fold.machine.flow, annotated: nil)
            for (place, record) in records.enumerated() where breach == nil {
                let (run, part) = live[place]
                if place > 0 { try fold.take(record) }
                if let other = fold.difference.map(formatter.disagreement) {
                    let values = "recorded \(other.recorded), computed \(other.computed)"
                    note(.replayIsLive, "record \(record.sequence), \(other.field): \(values)", part: part)
                }
                if !agree(fold.machine.state, run) {
                    note(.replayIsLive, "after record \(record.sequence) the replay is another run", part: part)
                }
            }
        } catch {
            note(.replayIsLive, "\(error)", part: live.last?.part ?? 0)
        }
    }

    /// Whether the runs are the same as far as a log can tell.
    func agree(_ replayed: RunState, _ lived: RunState) -> Bool {
        let variables = words.table.variables
        var (replayed, lived) = (replayed, lived)
        replayed.values = variables.withholdingClassified(replayed.values)
        lived.values = variables.withholdingClassified(lived.values)
        return replayed == lived
    }

    /// The name of a field or variable whose value the record must not have, but has; nil where there is none.
    ///
    /// `table`: that of the record's leg. Which values of the root are withheld the suite knows from the spec. For a sub-flow the table
    /// says it: another test compares the table's checksum with the one in the spec's declarations.
    private func keptField(of record: Record, by table: Table) -> String? {
        var values: [(name: String, field: Field, value: Value?)] = []
        if case .event(let told) = record.content, let event = table.events.element(at: told.event) {
            values = zip(event.fields, told.fields).map { ("\(event.name).\($0.name)", $0, $1) }
        }
        values += zip(table.variables, record.context).map { ($0.name, $0, $1) }
        return values.first { name, field, value in
            let isWithheld = record.leg == 0 ? suite.withheld.contains(name) : field.classification != .plain
            return isWithheld && value != nil && value != .withheld
        }?.name
    }

    /// A text among the bytes that came as a value which no log may keep; nil where there is none.
    private func withheldText(in bytes: [UInt8]) -> String? {
        for stretch in Canary.stretches(of: bytes, atLeast: Canary.leastAlone) {
            if let found = withheldTexts.first(where: { Canary.isFound($0, in: stretch) }) { return found }
        }
        return nil
    }
}

extension Record {
    /// The variables as the record has them; empty for a record that does not tell them.
    fileprivate var context: [Value?] {
        switch content {
        case .began(let beginning): beginning.outcome.context
        case .legBegan(let beginning): beginning.outcome.context
        case .event(let told): told.outcome.context
        case .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: []
        }
    }
}
