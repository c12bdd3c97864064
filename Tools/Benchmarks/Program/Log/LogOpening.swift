import KeywayCore
import KeywayFileLog
import KeywayLog

/// A log of `runs` runs with `count` records each, written in order to measure how it is opened.
struct LogOpening {
    private let folder: String
    let runs: Int
    /// How many bytes the records have, without what the log adds to them.
    private(set) var recordBytes = 0

    init(in folder: String, runs: Int, each count: Int) throws {
        self.folder = folder
        self.runs = runs
        let log = try FileLog(folder, acknowledging: .written, segmentSize: 64 << 20)
        for number in 0..<runs {
            let run = LoggedRuns.run(number)
            try append(LoggedRuns.beginning(run), to: log)
            if count > 1 { try append(LoggedRuns.events(run, from: 1, count: count - 1), to: log) }
        }
        try log.closeAndWait()
    }

    /// Hands the append to the log, and waits only where too many appends wait in the log.
    private mutating func append(_ append: Append, to log: FileLog) throws {
        for record in append.records { recordBytes += record.codedBytes.count }
        if log.isOverloaded {
            try log.appendAndWait(append)
        } else {
            // The report is not needed: closing the log throws as well where an append has failed.
            _ = try log.append(append) { _ in }
        }
    }

    /// Opens the log as an app does; returns how long that took, and by how much the reading of `meter` rose.
    ///
    /// `meter` is read before the log is opened, and again while it is open.
    func open(metering meter: () -> Int) throws -> (time: Duration, metered: Int) {
        let before = meter()
        let clock = ContinuousClock()
        let start = clock.now
        let log = try FileLog(folder)
        let time = clock.now - start
        let metered = meter() - before
        try log.closeAndWait()
        return (time, metered)
    }
}
