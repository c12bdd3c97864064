import KeywayCore
import KeywayOrchestrator

/// The test's clock as the orchestrator of one process has it: who sleeps by it is known to keep the deadlines of that process.
struct ProcessTime: Orchestrator.TimeSource {
    let clock: TestClock
    let process: TestProcess

    var now: Instant { clock.now }

    func sleep(until instant: Instant) async throws {
        try await clock.sleep(until: instant, keepingDeadlinesOf: process)
    }
}
