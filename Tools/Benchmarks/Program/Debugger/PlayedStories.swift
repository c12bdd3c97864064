import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import ProviderFiles

/// The records of the shipped transcripts, each played once.
struct PlayedStories {
    /// The records of each run.
    private(set) var all: [[Record]] = []
    /// The runs that end in a final that is no success.
    private(set) var failed: [[Record]] = []

    init() throws {
        var flows: [String: (table: Table, annotations: Table.Annotations)] = [:]
        for flow in try CheckedFlow.shipped() {
            let table = Table(of: flow.machine)
            flows[table.name] = (table, Table.Annotations(of: flow.machine, table: table, in: flow.source))
        }
        for file in ShippedFile.transcripts {
            let transcript = Transcript.read(file.bytes, path: file.name)
            guard let name = transcript.header?.flow, let flow = flows[name] else { continue }
            let log = MemoryLog()
            let run = RunID(high: 1, low: UInt64(all.count))
            var player = try Player(
                transcript.bind(to: flow.table), as: run, of: flow.table, annotations: flow.annotations, log: log)
            try player.play { _ in }
            let records = log.records(of: run)
            all.append(records)
            guard let final = player.final else { continue }
            if !flow.annotations.successes.contains(flow.table.states[final].name) { failed.append(records) }
        }
        guard !failed.isEmpty else { throw BenchmarkError.flowIsWrong }
    }

    /// Writes the runs again and again, each time as new runs, until the log has at least so many records.
    ///
    /// - Parameter events: the number of records; each counts as an event, here and in what is returned.
    func write(atLeast events: Int, to path: String) throws -> (runs: Int, events: Int) {
        let log = try FileLog(path, acknowledging: .written, segmentSize: 64 << 20)
        var written = (runs: 0, events: 0)
        while written.events < events {
            for records in all where written.events < events {
                let run = RunID(high: 2, low: UInt64(written.runs))
                let own = records.map { record in
                    Record(
                        run: run, leg: record.leg, sequence: record.sequence, time: record.time,
                        content: record.content)
                }
                let append = Append(run: run, records: own, standing: .over)
                if log.isOverloaded {
                    try log.appendAndWait(append)
                } else {
                    _ = try log.append(append) { _ in }
                }
                written.runs += 1
                written.events += records.count
            }
        }
        try log.closeAndWait()
        return written
    }
}
