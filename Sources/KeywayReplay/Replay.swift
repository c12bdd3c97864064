public import Keyway
public import KeywayLog

/// A run told from its records alone, with the first place where they and the table that they name disagree.
public struct Replay: Equatable, Sendable {
    public var timeline: Timeline
    /// Nil when every record is what the table makes of the events.
    public var disagreement: Disagreement?

    /// Where a record says something else than the flow.
    public struct Disagreement: Equatable, Sendable {
        public var run: RunID
        public var sequence: UInt64
        public var event: String
        /// What differs: `disposition`, `state`, `row`, `stamp` or `context.<variable>`.
        public var field: String
        public var recorded: String
        public var computed: String
    }
}

/// Why a run cannot be told.
public enum ReplayError: Error, Equatable, Sendable {
    /// The log has no record of the run.
    case noRecords
    /// The first record does not begin the run.
    case noBeginning
    case table(TableError)
    /// A record names an event, state or row that the table does not have.
    case malformed(sequence: UInt64)
}

extension ReplayError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRecords: "the run has no records"
        case .noBeginning: "the run's first record does not begin it"
        case .table(let error): "\(error)"
        case .malformed(let sequence): "record \(sequence) names something that the run's own table does not have"
        }
    }
}

/// Folds a run's records through the table that its first record names.
///
/// `last` is the sequence of the last record that is told; nil tells all.
public func replay(_ records: [Record], until last: UInt64? = nil) throws(ReplayError) -> Replay {
    var folding = try Folding(records)
    for record in records.dropFirst() {
        if let last, record.sequence > last { break }
        try folding.fold(record)
    }
    return Replay(timeline: folding.timeline, disagreement: folding.disagreement)
}
