import KeywayFileLog

/// A log of `runs` runs with `count` records each, written in order to measure how it is opened.
struct LogOpening {
    private let folder: String
    let runs: Int
    /// How many bytes the records have, without what the log adds to them.
    let recordBytes: Int

    /// Writes the log, which is empty where `runs` is 0.
    init(in folder: String, runs: Int, each count: Int) throws {
        self.folder = folder
        self.runs = runs
        let log = try FileLog(folder, acknowledging: .written, segmentSize: 64 << 20)
        recordBytes = try LogFilling(of: log, runs: runs, each: count).recordBytes
        try log.closeAndWait()
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
