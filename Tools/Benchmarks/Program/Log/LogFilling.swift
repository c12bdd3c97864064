import KeywayFileLog
import KeywayLog

/// Writes `runs` runs with `count` records each to a log of files, and waits until all are written.
struct LogFilling {
    /// How many bytes the records have, without what the log adds to them.
    private(set) var recordBytes = 0

    init(of log: FileLog, runs: Int, each count: Int) throws {
        for number in 0..<runs {
            let run = LoggedRuns.run(number)
            let isLast = number == runs - 1
            try append(LoggedRuns.beginning(run), to: log, waiting: isLast && count == 1)
            if count > 1 {
                try append(LoggedRuns.events(run, from: 1, count: count - 1), to: log, waiting: isLast)
            }
        }
    }

    /// Hands the append to the log, and waits for it where it is the last, or where too many appends wait in the log.
    private mutating func append(_ append: Append, to log: FileLog, waiting isLast: Bool) throws {
        for record in append.records { recordBytes += record.codedBytes.count }
        if isLast || log.isOverloaded {
            try log.appendAndWait(append)
        } else {
            // The report is not needed: closing the log throws as well where an append has failed.
            _ = try log.append(append) { _ in }
        }
    }
}
