package import KeywayCore
package import KeywayLog
package import KeywayReplay

/// One run as a list of runs shows it, read from the outcomes in its records: no event is decided once more.
package struct RunSummary: Equatable, Sendable {
    package var run: RunID
    /// The name of the flow that the run itself follows.
    package var flow: String
    /// The version number that the flow's declaration states.
    package var version: Int
    /// The app's own name for the run; nil where it gave none.
    package var reference: String?
    /// Who plays the run: an app, a transcript, or a shadow beside an app's own handler.
    package var kind: RunKind
    /// The time of the first record.
    package var began: Instant
    /// The time of the last record.
    package var last: Instant
    /// How many events its records tell, those of sub-flows included.
    package var eventCount = 0
    /// The state or final that the run itself reached last.
    package var state: String
    /// The states and finals of the flow.
    package var states: [StateSignature]
    /// Whether `state` is a final.
    package var isEnded: Bool

    /// The final in which the run ended.
    package var final: String? { isEnded ? state : nil }

    /// When the run itself reached its final; nil for one that goes on.
    package var ended: Instant?
    /// Whether records are missing between those that there are, as past damage.
    package var lacksRecords: Bool

    /// Milliseconds from the first record to the run's end; for a run that goes on, to its last record.
    package var duration: Int64 { (ended ?? last).milliseconds &- began.milliseconds }

    /// - Parameter records: of one run, from its beginning, in their order.
    /// - Throws: `Replay.Failure` where the records tell of no run.
    package init(of records: [Record]) throws(Replay.Failure) {
        guard let first = records.first else { throw .noRecords }
        guard case .began(let beginning) = first.content else { throw .noBeginning }
        let table: Table
        do throws(Table.FormatError) { table = try beginning.version.flow().table } catch { throw .table(error) }
        var position = beginning.outcome.state
        guard table.states.indices.contains(position) else { throw .malformed(sequence: 0) }
        ended = table.states[position].isFinal ? first.time : nil
        lacksRecords = records.indices.contains { records[$0].sequence != UInt64($0) }
        for record in records {
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
    }
}
