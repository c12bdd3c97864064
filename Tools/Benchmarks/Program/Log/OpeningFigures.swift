import CAllocationCount
import KeywayFileLog

/// How fast a log of files is opened, and how much memory its runs take.
struct OpeningFigures {
    /// A folder on the disk that is measured.
    let place: String

    func report(to report: inout Report) throws {
        try reportSpeed(to: &report)
        try reportTenMillion(to: &report)
        guard live_bytes() >= 0 else { return }
        try reportIdleRuns(to: &report)
    }

    private func reportSpeed(to report: inout Report) throws {
        let folder = try ScratchFolder(in: place)
        let large = try LogOpening(in: "\(folder.path)/large", runs: 16_384, each: 24)
        let times = try (0..<5).map { _ in try large.open { 0 }.time / .seconds(1) }.sorted()
        let speed = Double(large.recordBytes) / 1e6 / times[2]
        report["openingMegabytesPerSecond"] = speed.rounded()
        print("A log of \(large.recordBytes / 1_000_000) MB of records is opened at \(speed.rounded()) MB a second.")
    }

    /// Opens a log of ten million records and an empty one in turns; the figure is the ratio of the medians.
    ///
    /// Each is opened once before, which is not counted, so that the system has in memory what it can keep of the files.
    private func reportTenMillion(to report: inout Report) throws {
        let folder = try ScratchFolder(in: place)
        let logs = [
            try LogOpening(in: "\(folder.path)/empty", runs: 0, each: 0),
            try LogOpening(in: "\(folder.path)/full", runs: 400_000, each: 25),
        ]
        var times: [[Double]] = [[], []]
        for round in 0...3 {
            for (index, log) in logs.enumerated() {
                let time = try log.open { 0 }.time / .milliseconds(1)
                if round > 0 { times[index].append(time) }
            }
        }
        let (empty, full) = (times[0].sorted()[1], times[1].sorted()[1])
        report["openingTenMillionOverEmpty"] = (full / empty).rounded(toPlaces: 1)
        print(
            "An empty log is opened in \(empty.rounded(toPlaces: 1)) ms, one of ten million records in \(full.rounded()) ms."
        )
    }

    /// Measures runs that nobody asks for: in a log that was opened with them, and in the log that has just written them.
    private func reportIdleRuns(to report: inout Report) throws {
        let folder = try ScratchFolder(in: place)
        let idle = try LogOpening(in: "\(folder.path)/idle", runs: 262_144, each: 1)
        let opened = try idle.open { Int(live_bytes()) }.metered
        report["idleRunBytes"] = (Double(opened) / Double(idle.runs)).rounded(toPlaces: 1)
        print("An idle run takes \(report["idleRunBytes"] ?? 0) bytes of an open log's memory.")
        let written = try bytesOfWriting(262_144, in: "\(folder.path)/written")
        report["idleStreamBytes"] = written.rounded(toPlaces: 1)
        print("In the log that has written it a run takes \(written.rounded(toPlaces: 1)) bytes.")
    }

    /// How many bytes of memory a log keeps for each run that it has written, of one record each.
    private func bytesOfWriting(_ runs: Int, in folder: String) throws -> Double {
        let log = try FileLog(folder, acknowledging: .written, segmentSize: 64 << 20)
        let before = live_bytes()
        _ = try LogFilling(of: log, runs: runs, each: 1)
        let after = live_bytes()
        try log.closeAndWait()
        return Double(after - before) / Double(runs)
    }
}
