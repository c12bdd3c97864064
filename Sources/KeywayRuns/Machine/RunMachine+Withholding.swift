import KeywayCore
package import KeywayLog

extension RunMachine {
    /// The records as a log may keep them: of secret, personal and transient values only that they were present.
    ///
    /// This is the one place between runs and logs where values are left out; where values will be sealed, it is here too.
    package func withheld(_ records: [Record]) -> [Record] {
        guard flow.hasClassified else { return records }
        var kept: [Record] = []
        kept.reserveCapacity(records.count)
        for record in records { kept.append(withheld(record)) }
        return kept
    }

    /// The record as a log may keep it.
    package func withheld(_ record: Record) -> Record {
        guard let flow = flow(of: record) else { return record }
        let content: Record.Content
        switch record.content {
        case .began(var beginning):
            beginning.outcome = beginning.outcome.withheld(by: flow)
            content = .began(beginning)
        case .event(let event):
            content = .event(event.withheld(by: flow))
        case .legBegan(var beginning):
            beginning.outcome = beginning.outcome.withheld(by: flow)
            content = .legBegan(beginning)
        case .turnedAway(var command):
            command.fields = flow.table.events[command.command].fields.kept(command.fields)
            content = .turnedAway(command)
        case .closed, .resumed, .appEnded: return record
        }
        return Record(run: record.run, leg: record.leg, sequence: record.sequence, time: record.time, content: content)
    }

    /// The flow whose fields the record holds.
    private func flow(of record: Record) -> RunningFlow? {
        if case .turnedAway(let command) = record.content { return flow.subFlow(named: command.leg) }
        let leg = Int(clamping: record.leg)
        return tree.legs.indices.contains(leg) ? tree.legs[leg].flow : nil
    }
}

extension EventRecord {
    fileprivate func withheld(by flow: RunningFlow) -> EventRecord {
        // `unread` has the shape of a callback and none of its values; `leftOut` is a count, and holds no value.
        EventRecord(
            event: event, cause: cause, stamp: stamp, answers: answers,
            fields: flow.table.events[event].fields.kept(fields), commandID: commandID, unread: unread, row: row,
            disposition: disposition, leftOut: leftOut, outcome: outcome.withheld(by: flow))
    }
}

extension Outcome {
    fileprivate func withheld(by flow: RunningFlow) -> Outcome {
        flow.isClassified ? Outcome(state: state, context: flow.table.variables.kept(context)) : self
    }
}
