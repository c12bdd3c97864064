import KeywayCore
import KeywayFileLog
import KeywayLog

/// A log of so many runs of so many records each, to be opened.
struct LogOpening {
    private let folder: String
    let runs: Int
    /// How many bytes the records have; what a log adds to them is not counted.
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

    /// Hands the append over once there is room for it.
    private mutating func append(_ append: Append, to log: FileLog) throws {
        for record in append.records { recordBytes += record.codedBytes.count }
        if log.isOverloaded {
            try log.appendAndWait(append)
        } else {
            // A failure is told by closing as well.
            _ = try log.append(append) { _ in }
        }
    }

    /// Opens the log as an app does; returns how long that took, and by how much the meter went on.
    ///
    /// `meter` is asked before, and while the log is open.
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
