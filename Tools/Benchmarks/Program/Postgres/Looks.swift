import KeywayLog
import KeywayNodes
import KeywayPostgres

/// Looks for runs whose promise has passed, with a million promises pending.
///
/// A tenth has passed; each run that is found is due again a second later, so that there are always some.
struct Looks {
    private static let pending = 1_000_000
    private static let node = NodeID(77)

    private let database: MeasuredDatabase
    private let version: FlowVersion

    init(_ database: MeasuredDatabase, of version: FlowVersion, flow: Int64) {
        self.database = database
        self.version = version
        database.run(
            """
            INSERT INTO keyway.shared_run (run, next, wake, due, flow, is_over)
            SELECT gen_random_uuid(), 1, d.due, d.due, \(flow), false
            FROM generate_series(1, \(Self.pending)) AS n(n),
              LATERAL (SELECT floor(extract(epoch FROM now()) * 1000)::bigint
                + CASE WHEN n.n % 10 = 0 THEN -1000 ELSE 3600000 + n.n END) AS d(due)
            """)
        database.run("VACUUM ANALYZE keyway.shared_run")
    }

    /// How many runs a second are found.
    ///
    /// - Parameters:
    ///   - connections: how many ask at once.
    ///   - limit: how many runs one look takes at most.
    ///   - preparation: for how long they are found already before it is counted.
    func rate(
        connections: Int, limit: Int, for duration: Duration, after preparation: Duration = .zero
    ) async throws -> Double {
        var logs: [SharedLog] = []
        for _ in 0..<connections { logs.append(try await PostgresDatabase(database.address).openSharedLog()) }
        // Five looks by nodes without a lease would set a run aside.
        _ = try await logs[0].engine.perform(.beat(lease: 3_600_000), for: Self.node)
        let version = version
        let clock = ContinuousClock()
        let begin = clock.now + preparation
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for log in logs {
                group.addTask {
                    var count = 0
                    while clock.now < begin + duration {
                        let look = EngineStatement.look(limit: limit, lease: 1_000, serving: [version])
                        guard case .looked(let runs) = try await log.engine.perform(look, for: Self.node) else {
                            return count
                        }
                        if clock.now >= begin { count += runs.count }
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(total) / ((clock.now - begin) / .seconds(1))
    }

    /// The same beside a transaction that holds its snapshot: the rate once it has held it for so long.
    func rateBesideSnapshot(heldFor held: Duration, limit: Int, for duration: Duration) async throws -> Double {
        guard let reader = CConnection(to: database.address) else { fatalError("the server is gone") }
        reader.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
        _ = reader.number("SELECT count(*) FROM keyway.flow")
        let found = try await rate(connections: 1, limit: limit, for: duration, after: held)
        reader.run("ROLLBACK")
        return found
    }
}
