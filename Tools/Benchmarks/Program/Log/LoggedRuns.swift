import KeywayCore
import KeywayLog
import KeywayTesting

/// Makes records of runs for a log, each of about 120 bytes; no flow decides them, because a log does not look at what they say.
struct LoggedRuns {
    private static let version = FlowVersion(table: Array("no table that anybody reads".utf8), annotations: [])
    /// The fields of each event; with this text a record is as long as those of the shipped flows.
    private static let fields: [Value?] = [.text(String(repeating: "x", count: 84))]
    private static let context: [Value?] = [.integer(4)]

    /// The identity of the run with this number: always the same, with bits as random as those of a real one.
    static func run(_ number: Int) -> RunID {
        var random = SeededGenerator(seed: UInt64(number))
        return .random(using: &random)
    }

    /// The first append of a run.
    static func beginning(_ run: RunID) -> Append {
        let beginning = Beginning(version: version, outcome: Outcome(state: 0, context: context))
        let record = Record(run: run, sequence: 0, time: Instant(milliseconds: 0), content: .began(beginning))
        return Append(run: run, records: [record], standing: .open(neededRecords: []))
    }

    /// An append of `count` events, the first of which has this sequence.
    static func events(_ run: RunID, from sequence: UInt64, count: Int = 1) -> Append {
        let records = (0..<UInt64(count)).map { event(run, sequence + $0) }
        return Append(run: run, records: records, standing: .open(neededRecords: []))
    }

    private static func event(_ run: RunID, _ sequence: UInt64) -> Record {
        let told = EventRecord(
            event: 1, cause: .asked, stamp: .unknown, fields: fields, row: 3, disposition: .taken,
            outcome: Outcome(state: 1, context: context))
        return Record(
            run: run, sequence: sequence, time: Instant(milliseconds: Int64(sequence)), content: .event(told))
    }
}
