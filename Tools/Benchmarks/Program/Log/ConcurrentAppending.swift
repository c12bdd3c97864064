import KeywayCore
import KeywayFileLog
import KeywayLog

/// How many appends a second become durable where `tasks` tasks append at once.
///
/// Each task appends `count` times to a run of its own, and waits each time until the append is durable.
func durableAppendsPerSecond(tasks: Int, each count: Int, in folder: String) async throws -> Double {
    let log = try FileLog(folder, segmentSize: 64 << 20)
    for task in 0..<tasks { try await log.append(LoggedRuns.beginning(LoggedRuns.run(task))) }
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
            group.addTask {
                let run = LoggedRuns.run(task)
                for sequence in 0..<UInt64(count) { try await log.append(LoggedRuns.events(run, from: 1 + sequence)) }
            }
        }
        try await group.waitForAll()
    }
    let seconds = (clock.now - start) / .seconds(1)
    try await log.close()
    return Double(tasks * count) / seconds
}
