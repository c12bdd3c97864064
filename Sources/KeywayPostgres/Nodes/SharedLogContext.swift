import KeywayCore
import KeywayLog

/// What all connections of a process to a shared log have in common.
final class SharedLogContext: Sendable {
    let database: PostgresDatabase
    /// How durable the server's commits are.
    let server: CommitDurability
    /// From which promise (the time at which somebody must look at a run) on looks search for runs.
    let mark = Lock(LowWaterMark())
    /// The hash of each flow's table that was asked for, by the table's bytes.
    private let digests = Lock<[[UInt8]: [UInt8]]>([:])

    init(_ database: PostgresDatabase, _ server: CommitDurability) {
        self.database = database
        self.server = server
    }

    /// The hashes by which the server knows the tables of these flows: see `Statement.digests`.
    ///
    /// - Parameter ask: gives the hashes of tables that are not known here yet, in the order of the tables.
    func digests(
        of versions: [FlowVersion], asking ask: ([[UInt8]]) throws(QueryFailure) -> [[UInt8]]
    ) throws(QueryFailure) -> [[UInt8]] {
        let known = digests.withLock { $0 }
        let unknown = versions.map(\.table).filter { known[$0] == nil }
        if unknown.isEmpty { return versions.compactMap { known[$0.table] } }
        let found = Dictionary(zip(unknown, try ask(unknown))) { first, _ in first }
        digests.withLock { $0.merge(found) { first, _ in first } }
        return versions.compactMap { known[$0.table] ?? found[$0.table] }
    }
}
