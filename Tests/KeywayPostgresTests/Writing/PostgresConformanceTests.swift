import KeywayLog
import KeywayPostgres
import KeywayTesting
import Testing

extension ServerTests {
    @Suite("A log in PostgreSQL keeps what every log keeps")
    struct PostgresConformanceTests {
        @Test("On a server", arguments: LogLaw.allCases)
        func laws(law: LogLaw) async throws {
            let server = try #require(TestServer.shared)
            let databases = Lock<[(name: String, database: PostgresDatabase)]>([])
            @Sendable func open(_ name: String) async throws -> PostgresLog {
                let database = try server.database(name)
                databases.withLock { $0.append((name, database)) }
                return try await database.openLog()
            }
            /// The log is taken from a process that lives: a test cannot stop the thread that renews the lease.
            @Sendable func takeOver() async throws -> PostgresLog {
                let name = databases.withLock { $0[$0.count - 1].name }
                try server.connection(to: name).run("UPDATE keyway.log SET is_free = true")
                return try await open(name)
            }
            try await LogConformance(
                openAgain: { _ in try await databases.withLock { $0[$0.count - 1].database }.openLog() },
                openAfterKill: { _ in try await takeOver() }, takeOver: { _ in try await takeOver() },
                makeLog: { try await open(server.makeDatabase()) }
            ).check(law)
        }
    }
}
