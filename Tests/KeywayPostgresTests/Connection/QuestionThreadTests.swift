import KeywayLog
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("Questions on a thread of their own")
    struct QuestionThreadTests {
        @Test("A question whose time was over before its turn came is not asked any more, and one without a limit is")
        func late() async throws {
            let server = try #require(TestServer.shared)
            let thread = QuestionThread(try server.database(try server.makeDatabase()))
            defer { thread.stop() }
            let asked = Lock(0)
            await #expect(throws: LogError.unavailable(retryAfter: nil)) {
                try await thread.answer(before: .after(.zero)) { _ in asked.withLock { $0 += 1 } }
            }
            #expect(asked.withLock { $0 } == 0)
            try await thread.answer { _ in asked.withLock { $0 += 1 } }
            #expect(asked.withLock { $0 } == 1)
        }
    }
}
