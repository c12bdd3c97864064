import KeywayCore
import KeywayOrchestrator
import KeywayTesting

/// How long everything outside the app takes, by the app's own clock.
struct Pace: Sendable {
    let time: any Orchestrator.TimeSource
    /// What an answer takes on average, in milliseconds.
    let latency: Int

    /// From half the latency to one and a half.
    func pause(by chance: inout SeededGenerator) -> Int {
        latency / 2 + Int.random(in: 0...max(latency, 1), using: &chance)
    }

    func sleep(for milliseconds: Int) async throws {
        let end = time.now.advanced(byMilliseconds: Int64(milliseconds))
        try await time.sleep(until: end)
    }
}
