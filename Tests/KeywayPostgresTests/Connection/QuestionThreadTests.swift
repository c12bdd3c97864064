import KeywayLog
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("Questions on a thread of their own")
    struct QuestionThreadTests {
        @Test(
            "A question that is refused over an old connection is asked over a new one; no connection that refused is kept"
        )
        func refused() async throws {
            let server = try #require(TestServer.shared)
            let thread = QuestionThread(try server.database(try server.makeDatabase()))
            defer { thread.stop() }
            // All connections are retained, so that no later one gets the address, and so the identifier, of an earlier one.
            let connections = Lock<[Connection]>([])
            /// - Parameter isRefused: called with the number of connections that the question was asked over so far, this one included.
            func ask(_ isRefused: @escaping @Sendable (Int) -> Bool) async throws {
                let before = connections.withLock { $0.count }
                try await thread.answer { (connection) throws(ReadingFailure) in
                    let count = connections.withLock { connections in
                        connections.append(connection)
                        return connections.count - before
                    }
                    if isRefused(count) {
                        throw .query(.refused(ServerError(code: "26000", message: "no such statement")))
                    }
                }
            }
            try await ask { _ in false }
            try await ask { $0 == 1 }
            await #expect(throws: LogError.self) { try await ask { _ in true } }
            try await ask { _ in false }
            let asked = connections.withLock { $0.map { ObjectIdentifier($0) } }
            // The second question was asked over the first connection and a new one, the third over that new one and another, the last
            // over yet another.
            #expect(asked.count == 6 && asked[0] == asked[1] && asked[2] == asked[3])
            #expect(Set(asked).count == 4)
        }
    }
}
