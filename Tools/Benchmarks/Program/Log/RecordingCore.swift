import KeywayCore
import KeywayLog
import KeywayRuns

/// The runs of one batch, and the log in memory that keeps what they decide: all that is done for an event on its caller's thread.
struct RecordingCore: Sendable {
    private let log = MemoryLog(salt: 7)
    private var machines: [RunMachine] = []
    /// What the last arrival brought, kept here so that its memory is used again.
    private var decision = RunDecision(tellsSteps: false)

    /// Begins the runs of a batch.
    init(of workload: RecordedWorkload) {
        for place in 0..<RecordedWorkload.batch {
            let (machine, decision) = workload.begin(place)
            log.add(decision.records, decision.standing, of: machine.run)
            machines.append(machine)
        }
    }

    mutating func take(_ arrival: RecordedWorkload.Arrival) {
        try? machines[arrival.run].decide(arrival.input, at: arrival.time, into: &decision)
        // Only what the log needs is handed over: a copy of the machine or of the decision would be measured too.
        log.add(decision.records, decision.standing, of: machines[arrival.run].run)
    }

    /// The records of each run.
    var records: [[Record]] { log.runs.map { log.records(of: $0) } }
}

extension MemoryLog {
    fileprivate func add(_ records: [Record], _ standing: Standing, of run: RunID) {
        guard !records.isEmpty else { return }
        _ = try? append(Append(run: run, records: records, standing: standing)) { _ in }
    }
}
