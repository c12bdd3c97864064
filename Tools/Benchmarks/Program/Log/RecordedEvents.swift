import KeywayCore

/// Takes events through all that is done for each on the caller's thread, on one core: the machine decides, values that must
/// not be recorded are taken out, and a log in memory keeps the records.
struct RecordedEvents {
    private let workload: RecordedWorkload

    /// `interleaved`: whether the runs of a batch take turns, or come one after the other. `text` is the value of every field.
    init(_ table: Table, annotations: Table.Annotations, text: String, runs: Int, interleaved: Bool) {
        let drawn = RecordedWorkload(table, annotations: annotations, text: text, runs: runs, seed: 1)
        workload = interleaved ? drawn.interleaved(seed: 2) : drawn
    }

    /// Takes all arrivals once; `meter` is read before and after each batch, whose runs have begun by then.
    ///
    /// Returns by how much the readings rose in all batches together, and how many events stand in the logs.
    func run<Reading: AdditiveArithmetic>(metering meter: () -> Reading) -> (spent: Reading, recorded: Int) {
        var spent = Reading.zero
        var recorded = 0
        for arrivals in workload.batches {
            var core = RecordingCore(of: workload)
            let before = meter()
            for arrival in arrivals { core.take(arrival) }
            spent += meter() - before
            // The first record of a run is its beginning, and no event.
            recorded += core.records.reduce(0) { $0 + $1.count - 1 }
        }
        return (spent, recorded)
    }
}
