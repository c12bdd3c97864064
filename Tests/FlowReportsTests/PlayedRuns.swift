import FlowFixtures
import FlowReports
import FlowTranscripts
import KeywayCore
import KeywayLog
import Testing

/// The shipped transcripts, played into records once for all tests.
enum PlayedRuns {
    /// The annotations that a log has of each flow, by its name: made once, as they take longer to make than a run to play.
    private static let annotations: [String: Table.Annotations] = {
        let flows = (try? ShippedFlows.all()) ?? []
        return Dictionary(flows.map { ($0.table.name, $0.annotations) }) { first, _ in first }
    }()

    /// A transcript that fails to play is an issue of the test that uses this first.
    static let all: [[Record]] = {
        ShippedFlows.transcripts.enumerated().compactMap { place, path in
            do {
                return try played(path, as: RunID(high: 0x5EED, low: UInt64(place)))
            } catch {
                Issue.record("\(path) fails to play: \(error)")
                return nil
            }
        }
    }()

    /// The report of all, made once.
    static let report = Result { try LogReport(all) }

    static func played(_ path: String, as run: RunID) throws -> [Record] {
        let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
        let flow = try ShippedFlows.named(transcript.header?.flow ?? "nothing")
        let log = MemoryLog()
        var player = try Player(
            transcript.bind(to: flow.table), as: run, of: flow.table,
            annotations: annotations[flow.table.name] ?? flow.annotations, log: log)
        try player.play { _ in }
        return log.records(of: run)
    }
}

extension [Record] {
    /// The same records as those of a live run with this identity and reference, each `start` milliseconds later.
    func repeated(as run: RunID, reference: String?, at start: Int64) -> [Record] {
        map { record in
            var record = record
            record.run = run
            record.time = record.time.advanced(byMilliseconds: start)
            if case .began(var beginning) = record.content {
                beginning.reference = reference
                beginning.kind = .live
                record.content = .began(beginning)
            }
            return record
        }
    }
}

extension LogReport {
    init(of name: String = "sign-ins", _ runs: [[Record]], bound: Int = usualBound) throws {
        self.init(of: name, bound: bound)
        for records in runs { try add(records) }
    }
}
