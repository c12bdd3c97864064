import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator

/// How late a task wakes that sleeps a millisecond at a time at default priority, in milliseconds: the median.
///
/// Meanwhile `runs` tasks send commands without a pause, each to a run of its own, and each flush of their log takes 20 ms.
func tickerLateMilliseconds(in folder: String, runs: Int, ticks: Int) async throws -> Double {
    var random = SystemRandomNumberGenerator()
    let log = try FileLog(folder, in: SlowFlushes(milliseconds: 20), drawing: &random)
    let flow = try BusyFlow.running()
    let orchestrator = BusyFlow.orchestrator(flow, in: log)
    let count = try BusyFlow.count(flow.table)
    let late = try await withThrowingTaskGroup(of: Void.self, returning: [Duration].self) { group in
        for _ in 0..<runs {
            group.addTask(priority: .medium) {
                while !Task.isCancelled {
                    // At 2,000 records that change it a run is ended, so before that another one is begun.
                    let run = try await orchestrator.begin(flow)
                    for _ in 0..<1900 where !Task.isCancelled { _ = try await run.send(count) }
                    _ = try await run.send(BusyFlow.cancel(flow.table))
                }
            }
        }
        let ticker = Task(priority: .medium) { try await tick(ticks) }
        defer { group.cancelAll() }
        return try await ticker.value
    }
    try await log.close()
    return late.sorted()[late.count / 2] / .milliseconds(1)
}

private func tick(_ count: Int) async throws -> [Duration] {
    let clock = ContinuousClock()
    // Long enough for all tasks to have begun their runs.
    try await clock.sleep(for: .milliseconds(500))
    var late: [Duration] = []
    for _ in 0..<count {
        let start = clock.now
        try await clock.sleep(for: .milliseconds(1))
        late.append(clock.now - start - .milliseconds(1))
    }
    return late
}
