import KeywayCore
import KeywayOrchestrator
import KeywayTesting

/// The course's clock as one life of the app has it, whose wall clock somebody may have set.
struct ShiftedTime: Orchestrator.TimeSource {
    let clock: TestClock
    /// By how many milliseconds the wall clock is ahead.
    let shift: Int64

    var now: Instant { clock.now.advanced(byMilliseconds: shift) }

    func sleep(until instant: Instant) async throws {
        try await clock.sleep(until: instant.advanced(byMilliseconds: -shift))
    }
}
