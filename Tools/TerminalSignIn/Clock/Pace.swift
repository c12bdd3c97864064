import KeywayCore
import KeywayOrchestrator
import KeywayTesting

/// How long everything outside the app takes, by the app's own clock, which may be faster than the wall clock.
struct Pace: Sendable {
    let time: any Orchestrator.TimeSource
    /// How many milliseconds an answer takes on average.
    let latency: Int

    /// A drawn number of milliseconds, from half the latency to one and a half times the latency.
    func pause(by chance: inout SeededGenerator) -> Int {
        latency / 2 + Int.random(in: 0...max(latency, 1), using: &chance)
    }

    func sleep(for milliseconds: Int) async throws {
        let end = time.now.advanced(byMilliseconds: Int64(milliseconds))
        try await time.sleep(until: end)
    }
}
