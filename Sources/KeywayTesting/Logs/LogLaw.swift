/// What each log of records promises.
///
/// An append is told when the log has reported it as durable or failed; open runs are told when the log lists them.
public enum LogLaw: String, CaseIterable, Sendable {
    case readsBack = "what was appended is read as it was, field for field"
    case pages = "records are read a page at a time, from any sequence on, and never more than was asked for"
    case versions = "runs of one table, and of one with other annotations, have each their own again"
    case conflicts = "an append anywhere but at the end of its run is a conflict, and changes nothing"
    case refusedBehind = "what was taken of a run behind an append that is refused later is refused with it"
    case oneWriter = "of two who append the same to one run, only one hears that it did"
    case absentRuns = "a run that has not begun has no records, and begins nowhere but at its beginning"
    case invalidRecords = "records that are no history are refused whole"
    case neededRecords =
        "an append is refused whole where it names needed records out of order, or some that are not there"
    case toldOnce = "each append is told exactly once or is durable at once, and is not told while it is taken"
    case toldInOrder =
        "appends of one run are told in the order in which they were taken, whoever appends at the same time"
    case toldUnderNoLock = "while an append is told the log answers other threads, for it holds none of its locks then"
    case noReceiptBeforeReports = "no append is durable at once while an earlier one of its run is unreported"
    case toldIsRead = "what was told is read"
    case openRuns =
        "open runs are told with their end, their reference and the places of the records that they need, a page at a time"
    case references = "runs are found by their reference, in the order of beginning, a page at a time"
    case saltOfEachOpening = "each opening of a log has a salt of its own, and a greater number than the one before"
    case goesOn = "a log that is opened again goes on where it ended, however often it is opened"
    case closing = "a closed log takes nothing, has what it took before, and is not overloaded"
    case fenced =
        "a log that another process has taken over takes nothing more, and says that it is fenced; the other goes on behind what was told"
    case leaseLost =
        "a lease is held until another process takes the log, is lost then for good, and that is told once, to whoever asks late as well"
    case outlivesProcess = "what was told is in a log whose process was killed, and the log goes on behind it"
}

/// A law that a log has not kept.
public struct LogBreach: Error, Sendable, CustomStringConvertible {
    /// The law that was checked.
    public var law: LogLaw
    /// What the log did instead.
    public var explanation: String

    /// One sentence with the law, and with what the log did instead.
    public var description: String { "a log must keep this: \(law.rawValue); but \(explanation)" }
}
