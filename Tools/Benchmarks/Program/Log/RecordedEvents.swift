import KeywayCore
import KeywayLog
import KeywayRuns

/// Events through the whole synchronous way on one core: the machine decides, values are withheld, a memory log takes the
/// records.
struct RecordedEvents {
    private let workload: RecordedWorkload

    /// The runs of the workload begin outside of what is timed.
    init(_ table: Table, annotations: Table.Annotations, text: String, runs: Int, interleaved: Bool) {
        let drawn = RecordedWorkload(table, annotations: annotations, text: text, runs: runs, seed: 1)
        workload = interleaved ? drawn.interleaved(seed: 2) : drawn
    }

    var count: Int { workload.eventCount }
    var refusedShare: Double { Double(workload.refusedCount) / Double(workload.eventCount) }

    /// Takes all arrivals once; `meter` is asked before and after each batch.
    ///
    /// Returns by how much the meter went on in all, and how many events stand in the logs.
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
