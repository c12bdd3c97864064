import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// What the judge needs to know of one run, computed from the run's records in the log.
struct RunStory {
    let run: RunID
    let records: [Record]
    /// The states of each leg in order, by the sub-flow's name; the run itself has the empty name.
    private(set) var states: [String: [String]] = [:]
    /// Every order of an effect, as `run.sequence.index`.
    private(set) var orders: Set<String> = []
    /// How many orders have a recorded end because their process was killed.
    private(set) var interrupted = 0
    /// When the run's next deadline is due after each record, by the record's position in `records`.
    private var due: [Instant?] = []

    init(_ run: RunID, _ records: [Record]) {
        self.run = run
        self.records = records
        // A fold decides the run anew from its records, one after the other.
        guard var fold = try? Fold(records.first) else { return }
        note(fold.begun.orders, fold)
        noteState(after: records[0], fold)
        due.append(fold.machine.nextDue)
        for record in records.dropFirst() {
            guard let step = try? fold.take(record) else {
                due.append(fold.machine.nextDue)
                continue
            }
            note(step.orders, fold)
            noteState(after: record, fold)
            due.append(fold.machine.nextDue)
        }
        for record in records {
            switch record.content {
            case .closed(_, .interrupted): interrupted += 1
            case .event(let told) where told.cause == .interrupted: interrupted += 1
            default: break
            }
        }
    }

    private mutating func note(_ orders: [EffectOrder], _ fold: Fold) {
        for order in orders { self.orders.insert("\(run).\(order.id.sequence).\(order.id.index)") }
    }

    /// Adds the state to which the record has led to the states of its leg.
    private mutating func noteState(after record: Record, _ fold: Fold) {
        let leg = fold.machine.legs[Int(clamping: record.leg)]
        let state: Int? =
            switch record.content {
            case .began(let beginning): beginning.outcome.state
            case .legBegan(let beginning): beginning.outcome.state
            case .event(let told): told.outcome.state
            case .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: nil
            }
        if let state { states[leg.name ?? "", default: []].append(leg.table.states[state].name) }
    }

    /// A sentence for each record before which the run's clock counted less than the wall clock, or that came long after a deadline.
    ///
    /// - Parameter slack: by how many milliseconds of the run's clock a process may be late.
    func clockFaults(slack: Int64) -> [String] {
        var faults: [String] = []
        // The run's own time and the wall clock when the run began or was last resumed.
        var (time, wall) = (records.first?.time.milliseconds ?? 0, records.first?.time.milliseconds ?? 0)
        for (place, record) in records.enumerated().dropFirst() {
            if case .resumed(let resumption) = record.content {
                let (passed, elapsed) = (record.time.milliseconds - time, resumption.wallTime.milliseconds - wall)
                if passed < elapsed {
                    faults.append("record \(record.sequence) counts \(passed) ms, and \(elapsed) ms went by")
                }
                (time, wall) = (record.time.milliseconds, resumption.wallTime.milliseconds)
            } else if let due = due[place - 1], record.time.milliseconds > due.milliseconds + slack,
                !isResumed(before: place)
            {
                let late = record.time.milliseconds - due.milliseconds
                faults.append("record \(record.sequence) comes \(late) ms after what was due")
            }
        }
        return faults
    }

    /// Whether the run was resumed at the instant of this record, by a record before it: overdue deadlines fire at that instant.
    private func isResumed(before place: Int) -> Bool {
        records[..<place].reversed().prefix { $0.time == records[place].time }.contains {
            if case .resumed = $0.content { true } else { false }
        }
    }
}
