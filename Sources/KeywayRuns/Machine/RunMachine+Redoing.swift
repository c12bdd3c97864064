package import KeywayCore
package import KeywayLog

/// Whether a record of a log, decided once more, may stand where it stands.
package struct Redone: Sendable {
    /// Whether the flow allows the record here: false where another record must come first, or nothing brings this one.
    package var isExpected: Bool
    /// Whether another record must come first, of an event or of a leg that begins.
    ///
    /// Only set for a record that tells no step, such as `closed` or `resumed`; false for a record of an event or of a leg that begins.
    package var owesAnother = false
    /// Whether the timer or limit that is said to bring the record's event runs, and was due by the time of the record; true for a record
    /// that nothing of the kind brings.
    package var isDue = true
    /// What was owed when the record came, which may be what the record tells; nil where nothing was owed.
    package var owed: LegTree.NextOwed?
}

/// Why a record cannot be decided once more: it names something that its run does not have, or stands where it cannot.
package struct MalformedRecord: Error, Equatable, Sendable {
    package var sequence: UInt64

    package init(sequence: UInt64) {
        self.sequence = sequence
    }
}

extension RunMachine {
    /// Makes the machine of a run from the run's first record; no other record is decided yet. `begun` is what the flow does at the
    /// beginning, for comparison with the record.
    package static func redoing(
        _ record: Record, of beginning: Beginning, flow: RunningFlow
    ) -> (machine: RunMachine, begun: InitialStep) {
        var (machine, begun) = RunMachine.bare(
            record.run, of: flow, choosing: flow.table.parameters(in: beginning.outcome.context), kind: beginning.kind,
            salt: beginning.salt, at: record.time)
        var decision = RunDecision(tellsSteps: false, isRedone: true)
        machine.order(begun, of: 0, by: 0, into: &decision)
        return (machine, begun)
    }

    /// Decides all records of a run once more, which the same flow has decided before, for a process that goes on with the run.
    ///
    /// - Parameter sealer: has the run's key, by which the run gets its personal and secret values; nil leaves them withheld.
    /// - Throws: `MalformedRecord` and `KeyError`.
    package static func redoing(
        _ records: [Record], by flow: RunningFlow, openedBy sealer: ValueSealer?
    ) throws -> RunMachine {
        guard let first = records.first, case .began(let beginning) = first.content else {
            throw MalformedRecord(sequence: records.first?.sequence ?? 0)
        }
        var (machine, _) = redoing(first, of: beginning, flow: flow)
        var decision = RunDecision(tellsSteps: false, isRedone: true)
        for record in records.dropFirst() {
            _ = try machine.redo(sealer.map { try machine.opened(record, by: $0) } ?? record, into: &decision)
        }
        return machine
    }

    /// Decides the next record of a log once more, from the event and the cause that it names.
    ///
    /// No flow decides by a value that logs withhold, so the same flow makes the step that was recorded.
    /// - Parameter decision: gets what the flow makes of the record: nothing for one that tells no step. A decision that is
    ///   `isRedone` has it in `last` and `step`, any other in its records.
    package mutating func redo(_ record: Record, into decision: inout RunDecision) throws(MalformedRecord) -> Redone {
        guard record.run == run, record.sequence == nextSequence, record.time >= latest else {
            throw MalformedRecord(sequence: record.sequence)
        }
        latest = record.time
        decision.reset()
        let next = tree.nextOwed
        var isExpected = true
        var owesAnother = false
        var isDue = true
        switch record.content {
        case .began: throw MalformedRecord(sequence: record.sequence)
        case .legBegan:
            guard let owed = tree.decideOwed(at: latest, sequence: nextSequence), case .began = owed.content,
                owed.leg == Int(clamping: record.leg)
            else { throw MalformedRecord(sequence: record.sequence) }
            self.record(owed, because: .owed(by: owed.owedBy ?? 0), into: &decision)
        case .event(let event):
            isDue = self.isDue(event, of: record)
            isExpected = try redo(event, of: record, owing: next, into: &decision)
        case .closed(let order, let closing):
            let isCallForgotten = forgetCall(by: order, endedBecause: closing.cause)
            let isOpen = orders.closeNeverAwaited(order)
            owesAnother = !settle()
            isExpected = !owesAnother && (isOpen || isCallForgotten && tree.leg(waitingFor: order) == nil)
            nextSequence += 1
        case .resumed(let resumption):
            owesAnother = !settle()
            isExpected = !owesAnother
            restoring = Restoring(end: legs.count, time: latest)
            noteResumption(resumption, at: nextSequence)
            nextSequence += 1
        case .commandBeforeLeg(let command):
            guard let events = flow.subFlow(named: command.leg)?.table.events,
                events.indices.contains(command.command), events[command.command].origin == .command,
                events[command.command].fields.count == command.fields.count
            else { throw MalformedRecord(sequence: record.sequence) }
            owesAnother = !settle()
            isExpected = !owesAnother && tree.leg(named: command.leg) == nil
            // In a shadow the empty identity says that the command had none.
            if kind == .shadow, command.commandID.isEmpty {
                keeping.noteKept(kindOfCommandBeforeLeg)
            } else {
                let fields = events[command.command].fields.withholdingClassified(command.fields)
                answered.note(
                    .rejected(.notNow), to: .command(command.command, leg: command.leg, fields: fields),
                    id: command.commandID)
            }
            nextSequence += 1
        case .appEnded:
            owesAnother = !settle()
            isExpected = !owesAnother && kind == .shadow
            nextSequence += 1
        case .takenOver(let ids):
            owesAnother = !settle()
            isExpected = !owesAnother && ids.allSatisfy { mayBePerformedAgain($0) }
            nextSequence += 1
        }
        return Redone(isExpected: isExpected, owesAnother: owesAnother, isDue: isDue, owed: next)
    }

    /// Decides the event of a record once more, and returns whether the event may come here.
    ///
    /// `next`: what is owed next; nil where nothing is owed.
    private mutating func redo(
        _ recorded: EventRecord, of record: Record, owing next: LegTree.NextOwed?,
        into decision: inout RunDecision
    ) throws(MalformedRecord) -> Bool {
        // Reads through the flow, which is one reference: a copy of its table would retain each of the table's arrays.
        guard let leg = Int(exactly: record.leg), tree.legs.indices.contains(leg),
            tree.legs[leg].flow.table.events.indices.contains(recorded.event),
            recorded.fields.count == tree.legs[leg].flow.table.events[recorded.event].fields.count
        else { throw MalformedRecord(sequence: record.sequence) }
        keeping.omittedSteps = recorded.omittedSteps
        if let order = recorded.answers { forgetCall(by: order, endedBecause: recorded.cause) }
        let event = Event(recorded.event, fields: recorded.fields, stamp: recorded.stamp, answers: recorded.answers)
        let isInTurn =
            recorded.cause == .restored ? redoRestored(in: leg) : settleRestored(before: recorded.cause, in: leg)
        let decided: DecidedEvent
        var isExpected = true
        if let next, next.brings(event, in: leg, because: recorded.cause),
            let owed = tree.decideOwed(at: latest, sequence: nextSequence)
        {
            self.record(
                owed, because: recorded.cause, inputID: recorded.inputID, unread: recorded.unread, into: &decision)
            decided = DecidedEvent(disposition: decision.step.disposition, wasEnded: owed.wasEnded)
        } else {
            isExpected = isSettled(before: recorded.cause, in: leg)
            decided = step(
                event, in: leg, because: recorded.cause, inputID: recorded.inputID, unread: recorded.unread,
                isOnRecord: true, into: &decision)
        }
        if let id = recorded.inputID {
            if recorded.cause == .heard {
                answered.note(.accepted, to: .callback, id: id)
            } else {
                // Without classified values, as the run kept the fields: here the run's key may have opened these values.
                let fields = tree.legs[leg].flow.table.events[recorded.event].fields.withholdingClassified(
                    recorded.fields)
                let command = AnsweredInputs.Subject.command(recorded.event, leg: tree.legs[leg].name, fields: fields)
                answered.note(decided.answer, to: command, id: id)
            }
        }
        return isExpected && isInTurn
    }

    /// Whether the timer or limit that is said to bring the event runs, and is due by the time of the record; true for any other cause.
    private func isDue(_ told: EventRecord, of record: Record) -> Bool {
        guard told.cause == .timer || told.cause == .limit, let number = Int(exactly: record.leg),
            tree.legs.indices.contains(number)
        else { return true }
        let leg = tree.legs[number]
        if told.cause == .limit {
            return leg.run.openEffects.contains { $0.order == told.answers && $0.limit <= latest }
        }
        return leg.run.timers.contains {
            leg.flow.table.timers[$0.timer].event == told.event && $0.deadline <= latest
        }
    }

    /// Whether an event that is not owed may come here for this cause: nothing is owed in front of it.
    private func isSettled(before cause: Cause, in leg: Int) -> Bool {
        switch cause {
        // A leg hears what its sources retained before its first command.
        case .retained where tree.beginningLeg == leg: true
        // The deadline of the flow's `within`, which comes early in a run with too many records, goes before whatever is owed.
        case .overrun: keeping.isAtChangeLimit
        case .owed: false
        default: tree.isSettled
        }
    }

    /// Whether the records so far end where a decision ended: no event is owed, and no leg must still be told `restored`. Legs that ignore
    /// `restored` count as told from then on.
    ///
    /// A decision is written whole or not at all, so a log that ends in the middle of one is damaged.
    package mutating func settle() -> Bool { tree.isSettled && settleRestored() }
}

extension LegTree.NextOwed {
    /// Whether it is the event, which came to the leg for this cause.
    fileprivate func brings(_ event: Event, in leg: Int, because cause: Cause) -> Bool {
        guard case .owed(let sequence) = cause else { return false }
        return self.leg == leg && owedBy == sequence && self.event == event.position
    }
}
