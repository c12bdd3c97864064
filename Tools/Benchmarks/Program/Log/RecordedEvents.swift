import KeywayCore
import KeywayLog
import KeywayRuns

/// Takes events through all that is done for each on the caller's thread, on one core: the machine decides, values that must
/// not be recorded are taken out, and a log in memory keeps the records.
struct RecordedEvents {
    private let workload: RecordedWorkload

    /// `interleaved`: whether the runs of a batch take turns, or come one after the other. `text` is the value of every field.
    init(_ table: Table, annotations: Table.Annotations, text: String, runs: Int, interleaved: Bool) {
        let drawn = RecordedWorkload(table, annotations: annotations, text: text, runs: runs, seed: 1)
        workload = interleaved ? drawn.interleaved(seed: 2) : drawn
    }

    var count: Int { workload.eventCount }
    var refusedShare: Double { Double(workload.refusedCount) / Double(workload.eventCount) }

    /// Takes all arrivals once; `meter` is read before and after each batch, whose runs have begun by then.
    ///
    /// Returns by how much the readings rose in all batches together, and how many events stand in the logs.
    func run<Reading: AdditiveArithmetic>(metering meter: () -> Reading) -> (spent: Reading, recorded: Int) {
        var spent = Reading.zero
        var recorded = 0
        for arrivals in workload.batches {
            let log = MemoryLog(salt: 7)
            var machines: [RunMachine] = []
            for place in 0..<RecordedWorkload.batch {
                let (machine, decision) = workload.begin(place)
                record(decision, of: machine, in: log)
                machines.append(machine)
            }
            var decision = RunDecision(tellsSteps: false)
            let before = meter()
            for arrival in arrivals {
                take(arrival, by: &machines[arrival.run], &decision, in: log)
            }
            spent += meter() - before
            // The first record of a run is its beginning, and no event.
            recorded += log.runs.reduce(0) { $0 + log.records(of: $1).count - 1 }
        }
        return (spent, recorded)
    }

    private func take(
        _ arrival: RecordedWorkload.Arrival, by machine: inout RunMachine, _ decision: inout RunDecision,
        in log: MemoryLog
    ) {
        try? machine.decide(arrival.input, at: arrival.time, into: &decision)
        record(decision, of: machine, in: log)
    }

    private func record(_ decision: RunDecision, of machine: RunMachine, in log: MemoryLog) {
        guard !decision.records.isEmpty else { return }
        let append = Append(
            run: machine.run, records: decision.records, standing: decision.standing)
        _ = try? log.append(append) { _ in }
    }
}
