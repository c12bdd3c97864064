import KeywayCore
import KeywayLog
import KeywayRuns

/// The processes that go on with a walked run, one after the other.
struct Processes {
    /// Why a process cannot go on with a run.
    struct Unreadable: Error {
        let reason: String
    }

    /// The run's records as its key opens them, with the personal and secret values of their events.
    private var opened: [Record] = []
    /// Whether the run still has its key; a key that is lost does not come back.
    private var hasKey = true
    /// The number of the process that has the run.
    private var number: UInt32 = 1

    /// Takes in what the machine has decided: with its key a later process has all of it again, but for transient values.
    mutating func note(_ decision: RunDecision, of machine: RunMachine) {
        var records = decision.records
        for clear in machine.clearEvents(of: decision) {
            let signatures = clear.flow.table.events[clear.event.position].fields
            let fields = zip(signatures.indices, clear.event.fields).compactMap { place, value -> ClearField? in
                guard let value, value != .withheld, signatures[place].classification.isSealable else { return nil }
                return ClearField(place: place, value: value)
            }
            let record = records[clear.record]
            records[clear.record] = (try? machine.opened(record, having: fields)) ?? record
        }
        opened += records
    }

    /// Replaces the machine by that of the next process, which has the run from the log's records, or from those that its key opens.
    ///
    /// Values come back all or none: a process without the key has none, and where the run would lack only some of them it goes on without
    /// any. A flow that has none, or does not ask for them by `restored when withValues`, gets none back.
    /// - Returns: whether the run has its values again.
    /// - Throws: `Unreadable` where the records cannot be redone, or end in the middle of a decision.
    mutating func goOn(
        with machine: inout RunMachine, from records: [Record], withValues wanted: Bool, at now: Instant
    ) throws(Unreadable) -> Bool {
        hasKey = hasKey && wanted && machine.flow.takesValuesBack
        number += 1
        var next = try hasKey ? redoing(opened, by: machine.flow) : redoing(records, by: machine.flow)
        let hasValues = hasKey && next.hasItsValues
        if hasKey, !hasValues { next = try redoing(records, by: machine.flow) }
        guard next.settle() else { throw Unreadable(reason: "the log ends in the middle of a decision") }
        next.comeBack(
            as: Resumption(epoch: number, wallTime: now, salt: UInt64(number)), at: now, hasValues: hasValues)
        machine = next
        return hasValues
    }

    private func redoing(_ records: [Record], by flow: RunningFlow) throws(Unreadable) -> RunMachine {
        do { return try RunMachine.redoing(records, by: flow, openedBy: nil) } catch {
            throw Unreadable(reason: "\(error)")
        }
    }
}
