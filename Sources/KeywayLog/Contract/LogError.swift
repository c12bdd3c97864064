public import KeywayCore

/// Why a log did not do what it was asked.
///
/// Every log has these errors, also one that has no files: only a `StorageFault` and the texts of `damaged` and `newer`
/// may name a file. A log that cannot be opened throws another error, which belongs to its own kind of log.
public enum LogError: Error, Equatable, Sendable {
    /// The append begins with record `expected`, but the run's next record is `actual`, which is 0 where it has not
    /// begun.
    ///
    /// Another writer has appended to this run, or the identity of a run was used twice.
    case conflict(run: RunID, expected: UInt64, actual: UInt64)
    /// The records cannot follow each other, or cannot follow the run's last record; the fault says why.
    case invalid(run: RunID, RecordFault)
    /// The log has taken in too much that is not durable yet; the same append may succeed later.
    case overloaded
    /// The log cannot be reached or read now; the same call may succeed later, after `retryAfter` where that is known.
    case unavailable(retryAfter: Duration?)
    /// Another process has this log now, and this one writes to it no more.
    case fenced
    /// What the log reads is not what it wrote; the text says where and what.
    case damaged(String)
    /// What the log reads is sound, and a newer version of Keyway wrote it; the text is a sentence that says where and what.
    case newer(String)
    /// A write failed whose records may stand in the log, or may not: that is known when the log is opened again.
    case inDoubt(StorageFault)
    /// A call to what the log is kept in was refused. Of an append that gets this error the log has no record.
    ///
    /// Whether later calls are refused as well depends on the log and on the fault. A log whose write has failed takes
    /// nothing more, as a rule, until it is opened again.
    case storage(StorageFault)
    /// The log was closed.
    case closed
}

/// A call to a disk, or to whatever a log is kept in, that was refused.
public struct StorageFault: Error, Hashable, Sendable {
    /// What was tried, as it goes after "cannot": `write to`, `open`.
    public var operation: String
    /// On what: a file's path, a table's name.
    public var subject: String
    /// The system's number for the reason; 0 where it has none.
    public var number: Int32
    /// The system's words for the reason.
    public var reason: String

    public init(operation: String, subject: String, number: Int32, reason: String) {
        self.operation = operation
        self.subject = subject
        self.number = number
        self.reason = reason
    }
}

extension StorageFault: CustomStringConvertible {
    /// One sentence that says where, what and why.
    public var description: String { "\(subject): cannot \(operation) it: \(reason)" }
}

extension LogError: CustomStringConvertible {
    /// One sentence that says what and why.
    public var description: String {
        switch self {
        case .conflict(let run, let expected, 0): "run \(run) has not begun, but record \(expected) was to be its next"
        case .conflict(let run, 0, _): "run \(run) was expected not to have begun, but it has"
        case .conflict(let run, let expected, let actual):
            "run \(run) continues with record \(actual), but record \(expected) was to be its next"
        case .invalid(let run, let fault): "these records cannot be appended to run \(run): \(fault)"
        case .overloaded: "the log has taken more than it could make durable so far; ask again later"
        case .unavailable(let pause?): "the log cannot be reached now; ask again after \(pause)"
        case .unavailable(nil): "the log cannot be reached now; ask again later"
        case .fenced: "another process has this log now"
        case .damaged(let what): "the log is damaged: \(what)"
        case .newer(let what): what
        case .inDoubt(let fault): "whether the log has these records is in doubt until it is opened again: \(fault)"
        case .storage(let fault): "the log could not be read or written: \(fault)"
        case .closed: "this log was closed"
        }
    }
}
