import CAllocationCount

/// How much memory a live run takes that waits for the person, or for the callback of an SDK.
struct LiveRunFigures {
    private static let count = 100_000

    func report(to report: inout Report) async throws {
        guard live_bytes() >= 0 else { return }
        let before = live_bytes()
        let folder = try ScratchFolder(in: ".")
        let million = try LiveRuns(loggingTo: "\(folder.path)/log", sharesDevice: true)
        try await million.begin(1_000_000, underWay: false)
        let megabytes = Double(live_bytes() - before) / 1e6
        report["millionLiveRunsMegabytes"] = megabytes.rounded()
        print("A million live runs over a log of files take \(Int(megabytes)) MB.")
        let idle = try await bytes(sharesDevice: true, underWay: false)
        report["liveRunBytes"] = idle.rounded()
        let underWay = try await bytes(sharesDevice: false, underWay: true)
        report["liveRunWithDeviceBytes"] = underWay.rounded()
        print(
            "A run that waits for the person takes \(Int(idle)) bytes, one under way with its device \(Int(underWay)).")
        withExtendedLifetime(million) {}
        try await reportParts(to: &report)
    }

    /// What is part of a run's size: the run among packed ones, and each timer.
    private func reportParts(to report: inout Report) async throws {
        let packed = try PackedRunSize().bytes
        report["liveRunHotBytes"] = packed.rounded(toPlaces: 1)
        let timer = try await PendingTimers().bytes
        report["timerBytes"] = timer.rounded(toPlaces: 1)
        print(
            "Among packed runs a run takes \(packed.rounded(toPlaces: 1)) bytes; "
                + "each further timer of a live run takes \(timer.rounded(toPlaces: 1)).")
    }

    /// How many bytes each of 100,000 runs takes.
    ///
    /// 5,000 runs are begun before, which do not count: an orchestrator keeps its latest runs awake, and these take more memory.
    /// After the 5,000 it has as many awake as it keeps.
    private func bytes(sharesDevice: Bool, underWay: Bool) async throws -> Double {
        let runs = try LiveRuns(sharesDevice: sharesDevice)
        try await runs.begin(5_000, underWay: underWay)
        let before = live_bytes()
        try await runs.begin(Self.count, underWay: underWay)
        return withExtendedLifetime(runs) { Double(live_bytes() - before) / Double(Self.count) }
    }
}
