import KeywayLog
import KeywayNodes
import Testing

@testable import KeywayPostgres

/// No server is needed: nothing of these statements is sent.
@Suite(
    "Statements of nodes that are not sent",
    .enabled(if: Connection.isAvailable, "the package was built without its trait Postgres"))
struct UnsentStatementTests {
    private func database(answerLimit: Duration = .seconds(10)) throws -> PostgresDatabase {
        try PostgresDatabase("postgresql://keyway@127.0.0.1/nowhere", answerLimit: answerLimit)
    }

    private func log(answerLimit: Duration = .seconds(10), writerCount: Int = 2) throws -> PostgresSharedLog {
        let promise = CommitDurability(flushes: true, commit: "on", hasStandby: false)
        return PostgresSharedLog(try database(), promise, answerLimit: answerLimit, writerCount: writerCount)
    }

    @Test("A statement whose time is over before its turn comes is refused, and that is the last fault")
    func overdue() async throws {
        let log = try log(answerLimit: .zero)
        #expect(log.lastFault == nil)
        await #expect(throws: EngineFailure.refused) { try await log.perform(.confirm([]), for: NodeID(1)) }
        #expect(log.lastFault?.reason == "the statement waited for its turn until its time was over")
        #expect(log.lastFault?.subject.contains("nowhere") == true)
    }

    @Test("A question for a page of the feed whose time is over before its turn comes is not asked")
    func overduePage() async throws {
        let log = try log(answerLimit: .zero)
        let error = await #expect(throws: FeedError.self) { try await log.blocks(after: nil, limit: 1) }
        #expect(error?.description.contains("the question waited for its turn until its time was over") == true)
    }

    @Test("A statement for which the system has no thread is refused, and that is the last fault")
    func noThread() async throws {
        let log = try log(writerCount: 0)
        await #expect(throws: EngineFailure.refused) { try await log.perform(.confirm([]), for: NodeID(1)) }
        #expect(log.lastFault?.reason == "the system has no thread to give")
    }

    @Test(
        "An answer limit of a database that no answer could keep counts as 0.1 s",
        arguments: [Duration.seconds(-1), .zero, .microseconds(900)])
    func shortLimit(limit: Duration) throws {
        #expect(try database(answerLimit: limit).answerLimit == .milliseconds(100))
        #expect(try database(answerLimit: .seconds(1)).answerLimit == .seconds(1))
    }
}
