package import KeywayCore
package import KeywayLog

extension RunMachine {
    /// The records of a decision as a log gets them: with the personal and secret fields of their events encrypted.
    ///
    /// A field of an owed event is not: the flow decides such events by itself, from what it has.
    /// - Parameter sealer: has the run's key; without one nothing is encrypted.
    /// - Throws: `KeyError.notSealed`.
    package func sealed(_ decision: RunDecision, by sealer: ValueSealer?) throws(KeyError) -> [Record] {
        guard let sealer, flow.takesValuesBack else { return decision.records }
        var records = decision.records
        for told in decision.told {
            let record = records[told.record]
            guard let clear = told.event, case .event(var event) = record.content, !event.cause.isOwed else { continue }
            event.sealed = try sealer.sealed(clear, of: record, by: tree.legs[told.leg].flow)
            records[told.record].content = .event(event)
        }
        return records
    }

    /// The record as the run decided it, as far as its key opens what the log has.
    ///
    /// - Parameter sealer: has the run's key.
    /// - Throws: `KeyError.refused`.
    package func opened(_ record: Record, by sealer: ValueSealer) throws(KeyError) -> Record {
        guard case .event(let event) = record.content, event.sealed != nil else { return record }
        let leg = Int(clamping: record.leg)
        guard legs.indices.contains(leg), legs[leg].table.events.indices.contains(event.event) else {
            throw .refused(sequence: record.sequence)
        }
        return try sealer.opened(event, of: record, by: legs[leg].flow)
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
