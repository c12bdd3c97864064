package import KeywayCore
package import KeywayLog

extension RunMachine {
    /// The records of a decision as a log gets them: with the personal and secret fields of their events encrypted.
    ///
    /// - Parameter sealer: has the run's key; without one nothing is encrypted.
    /// - Throws: `KeyError.notSealed`.
    package func sealed(_ decision: RunDecision, by sealer: ValueSealer?) throws(KeyError) -> [Record] {
        guard let sealer else { return decision.records }
        return try sealer.sealed(decision.records, clearEvents(of: decision))
    }

    /// The events of a decision whose personal and secret fields the run's key is to encrypt, with values in clear.
    ///
    /// There are none where the flow does not take values back after a restart (`restored when withValues`). Fields of owed
    /// events are not encrypted: a replay makes such events from what the legs have.
    package func clearEvents(of decision: RunDecision) -> [ClearEvent] {
        guard flow.takesValuesBack else { return [] }
        return decision.recordedSteps.compactMap { step in
            let flow = legs[step.leg].flow
            guard let clear = step.event, case .event(let event) = decision.records[step.record].content,
                !event.cause.isOwed, flow.table.events[clear.position].fields.hasSealable(in: clear.fields)
            else { return nil }
            return ClearEvent(record: step.record, event: clear, flow: flow)
        }
    }

    /// The record as the run decided it, as far as its key opens what the log has.
    ///
    /// - Parameter sealer: has the run's key.
    /// - Throws: `KeyError.refused`.
    package func opened(_ record: Record, by sealer: ValueSealer) throws(KeyError) -> Record {
        guard case .event(let event) = record.content, event.sealed != nil else { return record }
        return try opened(record, having: try sealer.fields(of: record))
    }

    /// The record with values in the places where they were withheld; a transient value stays withheld.
    ///
    /// - Parameter fields: what the run's key has opened.
    /// - Throws: `KeyError.refused` where they do not fit the flow.
    package func opened(_ record: Record, having fields: [ClearField]) throws(KeyError) -> Record {
        guard case .event(var event) = record.content else { return record }
        let leg = Int(clamping: record.leg)
        guard legs.indices.contains(leg), legs[leg].table.events.indices.contains(event.event) else {
            throw .refused(sequence: record.sequence)
        }
        let table = legs[leg].table
        let signatures = table.events[event.event].fields
        for field in fields {
            guard signatures.indices.contains(field.place), signatures[field.place].classification.isSealable,
                event.fields.indices.contains(field.place), event.fields[field.place] == .withheld,
                signatures[field.place].kind.contains(field.value, among: table.enumerations)
            else { throw .refused(sequence: record.sequence) }
            event.fields[field.place] = field.value
        }
        event.sealed = nil
        var opened = record
        opened.content = .event(event)
        return opened
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
}

/// What is left out of records, where they are made.
extension RunningFlow {
    /// The event's fields as a log may keep them.
    func loggedFields(of event: Event) -> [Value?] {
        isClassified ? table.events[event.position].fields.withholdingClassified(event.fields) : event.fields
    }
}

extension Outcome {
    /// The outcome of a leg of the flow as a log may keep it.
    package func withheld(by flow: RunningFlow) -> Outcome {
        flow.isClassified ? Outcome(state: state, context: flow.table.variables.withholdingClassified(context)) : self
    }
}

extension Cause {
    /// Whether an earlier record brings the event.
    fileprivate var isOwed: Bool { if case .owed = self { true } else { false } }
}

extension [Field] {
    /// Whether a value that is there is personal or secret.
    fileprivate func hasSealable(in values: [Value?]) -> Bool {
        indices.prefix(values.count).contains { place in
            self[place].classification.isSealable && values[place].map { $0 != .withheld } ?? false
        }
    }
}
