public import KeywayCore

/// Why a log refuses to append records to a run.
public enum RecordFault: Error, Equatable, Sendable {
    /// The append has no records.
    case noRecords
    /// The record belongs to another run than it was appended to.
    case otherRun(RunID)
    /// A record's sequence is not the next one of the run.
    case sequence(found: UInt64, expected: UInt64)
    /// The run's first record is no `began` record.
    case notBegun(sequence: UInt64)
    /// A record that is not the run's first is a `began` record.
    case begunAgain(sequence: UInt64)
    /// A record has an earlier time than the one before it.
    case earlier(sequence: UInt64, time: Instant, than: Instant)
    /// `Standing.open(neededRecords:)` names this record out of order or twice, or the run does not have it.
    case needed(sequence: UInt64)
    /// The run would have more records than the log can number.
    case tooManyRecords(limit: UInt64)
    /// The records, or the flow's version that they begin with, take more bytes than the log keeps in one piece.
    case tooLarge(bytes: Int, limit: Int)
}

extension RecordFault: CustomStringConvertible {
    /// The fault as it goes after `these records cannot be appended`.
    public var description: String {
        switch self {
        case .noRecords: "there are none"
        case .otherRun(let run): "one of them is of run \(run)"
        case .sequence(let found, let expected): "record \(found) stands where record \(expected) belongs"
        case .notBegun(let sequence): "record \(sequence) is the first of its run and does not begin it"
        case .begunAgain(let sequence): "record \(sequence) begins a run that has begun"
        case .earlier(let sequence, let time, let before):
            "record \(sequence) has the time \(time.milliseconds), which is before \(before.milliseconds)"
        case .needed(let sequence):
            "record \(sequence) stands among the needed ones out of order or twice, or the run does not have it"
        case .tooManyRecords(let limit):
            "with them the run has more than \(limit) records, and this log can number no more"
        case .tooLarge(let bytes, let limit): "they take \(bytes) bytes, and a block holds \(limit)"
        }
    }
}
