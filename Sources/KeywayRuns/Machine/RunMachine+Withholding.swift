import KeywayCore
package import KeywayLog

extension RunMachine {
    /// The records as a log may keep them: of secret, personal and transient values only that they were present.
    ///
    /// This is the one place between runs and logs where values are left out, and where they are encrypted.
    package func withheld(_ records: [Record]) -> [Record] {
        guard flow.hasClassified else { return records }
        var kept: [Record] = []
        kept.reserveCapacity(records.count)
        for record in records { kept.append(withheld(record)) }
        return kept
    }

    /// The records as a log may keep them, with the personal and secret fields of their events encrypted.
    ///
    /// A field of an owed event is not: the flow decides such events by itself, from what it has.
    /// - Parameter sealer: has the run's key; without one the values are only left out.
    /// - Throws: `KeyError.notSealed`.
    package func withheld(_ records: [Record], sealedBy sealer: ValueSealer?) throws(KeyError) -> [Record] {
        var kept = withheld(records)
        guard let sealer, flow.takesValuesBack else { return kept }
        for (place, record) in records.enumerated() {
            guard case .event(let event) = record.content, !event.cause.isOwed,
                let flow = flow(of: record),
                let sealed = try sealer.sealed(event, of: kept[place], by: flow),
                case .event(var keptEvent) = kept[place].content
            else { continue }
            keptEvent.sealed = sealed
            kept[place].content = .event(keptEvent)
        }
        return kept
    }

    /// The record as the run decided it, as far as its key opens what the log has.
    ///
    /// - Parameter sealer: has the run's key.
    /// - Throws: `KeyError.refused`.
    package func opened(_ record: Record, by sealer: ValueSealer) throws(KeyError) -> Record {
        guard case .event(let event) = record.content, event.sealed != nil else { return record }
        guard let flow = flow(of: record), flow.table.events.indices.contains(event.event) else {
            throw .refused(sequence: record.sequence)
        }
        return try sealer.opened(event, of: record, by: flow)
    }

    /// Whether no personal or secret value of the run is `withheld`: in no leg's context, and in no open order.
    package var hasItsValues: Bool {
        legs.allSatisfy { leg in
            zip(leg.table.variables, leg.run.values).allSatisfy { $0.classification == .plain || $1 != .withheld }
        }
            && orders.entries.allSatisfy { entry in
                let fields = legs[entry.leg].table.effects[entry.order.effect].fields
                return zip(fields, entry.order.arguments).allSatisfy {
                    !$0.classification.isSealable || $1 != .withheld
                }
            }
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
        var kept = self
        kept.fields = flow.table.events[event].fields.kept(fields)
        kept.outcome = outcome.withheld(by: flow)
        return kept
    }
}

extension Outcome {
    fileprivate func withheld(by flow: RunningFlow) -> Outcome {
        flow.isClassified ? Outcome(state: state, context: flow.table.variables.kept(context)) : self
    }
}

extension Cause {
    /// Whether an earlier record brings the event.
    fileprivate var isOwed: Bool { if case .owed = self { true } else { false } }
}
