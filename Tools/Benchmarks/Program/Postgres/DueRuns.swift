import KeywayCore
import KeywayOrchestrator

/// Ten thousand runs whose node is gone, and whose deadlines have all passed when the next node comes.
struct DueRuns {
    static let count = 10_000

    let database: MeasuredDatabase

    /// How long the next node takes until each deadline has happened, in seconds.
    func recoverySeconds() async throws -> Double {
        let (gone, running) = try await NodeAppending.beginNode(in: database.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<256 {
                group.addTask {
                    for number in stride(from: worker, to: Self.count, by: 256) {
                        _ = try await gone.start(.nap, of: Counting.self, id: "nap \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        running.cancel()
        await running.value
        // The 20 s of the last nap, and 2 s for which other nodes leave an overdue run to its own node, and some room.
        try await Task.sleep(for: .seconds(24))
        precondition(dueCount == Double(Self.count), "\(dueCount) runs are due")
        let clock = ContinuousClock()
        let begin = clock.now
        let (_, recovering) = try await NodeAppending.beginNode(in: database.address)
        while dueCount > 0 { try await Task.sleep(for: .milliseconds(20)) }
        let taken = clock.now - begin
        recovering.cancel()
        await recovering.value
        return taken / .seconds(1)
    }

    /// How many runs have a promise that has passed or passes within a second.
    private var dueCount: Double {
        database.number(
            """
            SELECT count(*) FROM keyway.shared_run
            WHERE wake <= floor(extract(epoch FROM now()) * 1000)::bigint + 1000
            """)
    }
}
