public import KeywayCore

/// What keeps records from being the next ones of a stream.
public enum RecordFault: Error, Equatable, Sendable {
    /// An append says something, or it is a mistake.
    case noRecords
    /// The record belongs to another run than it was appended to.
    case otherRun(RunID)
    /// Sequences have no gaps.
    case sequence(found: UInt64, expected: UInt64)
    /// A stream's first record says how the run began.
    case notBegun(sequence: UInt64)
    /// No other record does.
    case begunAgain(sequence: UInt64)
    /// No record is earlier than the one before it.
    case earlier(sequence: UInt64, time: Instant, than: Instant)
    /// More bytes than a block of the log holds.
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
        case .tooLarge(let bytes, let limit): "they take \(bytes) bytes, and a block holds \(limit)"
        }
    }
}
