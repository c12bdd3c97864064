import KeywayLog
import KeywayNodes

/// How fast nodes find the runs whose promise has passed, at which one must look at them, among a million runs with promises.
///
/// The promises of a tenth have passed. A run that is found is due again a second later, so there are always some to find.
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
    ///   - preparation: for how long runs are found before the counting begins.
    func rate(
        connections: Int, limit: Int, for duration: Duration, after preparation: Duration = .zero
    ) async throws -> Double {
        var logs: [SharedLog] = []
        for _ in 0..<connections { logs.append(try await MeasuredDatabase.sharedLog(at: database.address)) }
        // The node needs a lease: a run that was looked at by five nodes without one, which count as dead, is no longer found.
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

    /// The rate of one connection while a transaction keeps an old snapshot open, for which the server keeps all old rows.
    ///
    /// Runs are counted once the snapshot is as old as `held`.
    func rateBesideSnapshot(heldFor held: Duration, limit: Int, for duration: Duration) async throws -> Double {
        guard let reader = CConnection(to: database.address) else { fatalError("the server is gone") }
        reader.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
        _ = reader.number("SELECT count(*) FROM keyway.flow")
        let found = try await rate(connections: 1, limit: limit, for: duration, after: held)
        reader.run("ROLLBACK")
        return found
    }
}
