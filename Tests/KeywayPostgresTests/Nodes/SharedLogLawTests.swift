import KeywayPostgres
import KeywayTesting
import Testing

extension ServerTests {
    @Suite("A log that nodes share in PostgreSQL keeps what every shared log keeps")
    struct SharedLogLawTests {
        @Test("On a server", arguments: SharedLogLaw.allCases)
        func laws(law: SharedLogLaw) async throws {
            let server = try #require(TestServer.shared)
            try await SharedLogConformance {
                try await server.database(server.makeDatabase()).openSharedLog(answerLimit: .seconds(10))
            }.check(law)
        }
    }
}
