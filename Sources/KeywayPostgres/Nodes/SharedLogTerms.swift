import KeywayCore
import KeywayLog

/// What all connections of a shared log know in common.
final class SharedLogTerms: Sendable {
    let database: PostgresDatabase
    let server: ServerPromise
    let mark = Lock(LowWaterMark())
    private let digests = Lock<[[UInt8]: [UInt8]]>([:])

    init(_ database: PostgresDatabase, _ server: ServerPromise) {
        self.database = database
        self.server = server
    }

    /// The names by which the server knows these tables of flows.
    ///
    /// - Parameter ask: gives the names of tables that are not known yet, in their order.
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
