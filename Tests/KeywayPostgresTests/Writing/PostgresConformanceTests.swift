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
            let databases = Lock<[PostgresDatabase]>([])
            try await LogConformance(
                openAgain: { _ in try await databases.withLock { $0[$0.count - 1] }.openLog() },
                makeLog: {
                    let database = try server.database(server.makeDatabase())
                    databases.withLock { $0.append(database) }
                    return try await database.openLog()
                }
            ).check(law)
        }
    }
}
