import CAllocationCount

/// How much memory a pending timer takes in a live run that waits.
struct PendingTimers {
    private static let count = 100_000
    private static let timers = 7

    /// By how much runs with seven timers are larger than runs without, for each of the timers.
    let bytes: Double

    init() async throws {
        bytes = (try await Self.runBytes(timers: Self.timers) - Self.runBytes(timers: 0)) / Double(Self.timers)
    }

    /// How many bytes each of 100,000 runs takes; 5,000 are begun before, as `LiveRunFigures` says.
    private static func runBytes(timers: Int) async throws -> Double {
        let runs = try TimedRuns(timers: timers)
        try await runs.begin(5_000)
        let before = live_bytes()
        try await runs.begin(count)
        return withExtendedLifetime(runs) { Double(live_bytes() - before) / Double(count) }
    }
}
