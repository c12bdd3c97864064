package import KeywayCore
package import KeywayLog
package import KeywayReplay
import KeywayRuns

/// One run as a list of runs shows it, read from the outcomes in its records: no event is decided once more, unless attempts are
/// to be counted.
package struct RunSummary: Equatable, Sendable {
    package var run: RunID
    /// The name of the flow that the run itself follows.
    package var flow: String
    /// The version number that the flow's declaration states.
    package var version: Int
    /// The app's own name for the run; nil where it gave none.
    package var reference: String?
    /// Whether the run is an app's, played from a transcript, or a shadow beside an app's own handler.
    package var kind: RunKind
    /// The time of the first record.
    package var began: Instant
    /// The time of the last record.
    package var last: Instant
    /// How many events its records tell, those of sub-flows included.
    package var eventCount = 0
    /// How many attempts the run made, those of sub-flows included, up to the first record that is missing; nil where they were not
    /// counted.
    package var attemptCount: Int?
    /// The last outcome that an app's own handler told its shadow; nil where it told none, and for any other run.
    package var appOutcome: AppOutcome?
    /// The state or final that the run itself reached last.
    package var state: String
    /// The states and finals of the flow.
    package var states: [StateSignature]
    /// Whether `state` is a final.
    package var isEnded: Bool

    /// The final in which the run ended; nil for a shadow, whose flow ends no sign-in.
    package var final: String? { isEnded && kind != .shadow ? state : nil }

    /// When the run itself reached its final; nil for one that goes on.
    package var ended: Instant?
    /// Whether records are missing between those that there are, as where a part of the log is damaged.
    package var lacksRecords: Bool

    /// Milliseconds from the first record to the run's end; for a run that goes on, to its last record.
    package var duration: Int64 { (ended ?? last).milliseconds &- began.milliseconds }

    /// - Parameters:
    ///   - records: of one run, from its beginning, in their order.
    ///   - countsAttempts: whether the run is decided once more to count its attempts, which no record tells.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    package init(of records: [Record], countingAttempts countsAttempts: Bool = false) throws(Replay.Failure) {
        guard let first = records.first else { throw .noRecords }
        guard case .began(let beginning) = first.content else { throw .noBeginning }
        let table: Table
        do throws(Table.FormatError) { table = try beginning.version.flow().table } catch { throw .table(error) }
        var position = beginning.outcome.state
        guard table.states.indices.contains(position) else { throw .malformed(sequence: 0) }
        ended = table.states[position].isFinal ? first.time : nil
        lacksRecords = records.indices.contains { records[$0].sequence != UInt64($0) }
        for record in records {
            if case .appEnded(let outcome) = record.content { appOutcome = outcome }
            guard case .event(let told) = record.content else { continue }
            eventCount += 1
            if record.leg == 0 { position = told.outcome.state }
            guard table.states.indices.contains(position) else { throw .malformed(sequence: record.sequence) }
            if ended == nil, table.states[position].isFinal { ended = record.time }
        }
        run = first.run
        flow = table.name
        version = table.version
        reference = beginning.reference
        kind = beginning.kind
        began = first.time
        last = records[records.count - 1].time
        states = table.states
        state = table.states[position].name
        isEnded = table.states[position].isFinal
        if countsAttempts { attemptCount = try Self.attemptCount(of: records) }
    }

    private static func attemptCount(of records: [Record]) throws(Replay.Failure) -> Int {
        var fold = try Fold(records.first, tellingSteps: false)
        for (place, record) in records.enumerated().dropFirst() {
            guard record.sequence == UInt64(place) else { break }
            try fold.take(record)
        }
        return fold.machine.legs.reduce(0) { $0 + $1.run.attempt }
    }
}
