import KeywayCore
import KeywayCrypto
import KeywayKeys
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// What a standby does not have is lost with the server, so nobody may be told that it is in the log.
    @Suite(
        "A synchronous standby that is not there",
        .enabled(
            if: TestServer.shared?.isOurs == true, "a server of somebody else keeps its settings: see .ci/with-postgres"
        ))
    struct AbsentStandbyTests {
        private let server: TestServer
        private let name: String
        private let run = SampleRun(1)

        /// A database that has the flow of the samples: so the first commit of a node is that of its append.
        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            let log = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
            try await log.append(SampleRun(2).shared(0..<1))
        }

        private func sharedLog(answerLimit: Duration) async throws -> TriedSharedLog {
            let log = try await server.database(name).openSharedLog(answerLimit: answerLimit)
            #expect(log.durability == .replicated)
            return TriedSharedLog(log)
        }

        @Test(
            "An append of a node is in doubt, with whatever is asked of it, and is found once the standby is given up")
        func append() async throws {
            var tried: TriedSharedLog?
            try await AbsentStandby.awaited(on: server) { standby in
                let hasty = try await sharedLog(answerLimit: .milliseconds(500))
                let log = try await sharedLog(answerLimit: .seconds(10))
                tried = log
                let append = { _ = try await hasty.append(run.shared(0..<2)) }
                // A busy machine may have sent nothing by then.
                repeat {
                    await #expect(throws: EngineFailure.unknown) { try await sent(append) }
                } while try !standby.isAwaited(in: name)
                // Readers do not see the append. Sent again it gets no answer, and neither does the question what became of it.
                #expect(try await log.load([(run.run, 0)]).isEmpty)
                await #expect(throws: EngineFailure.unknown) { try await sent(append) }
                await #expect(throws: EngineFailure.unknown) {
                    try await sent { _ = try await hasty.settle(run.run, 0) }
                }
            }
            let log = try #require(tried)
            #expect(try await log.settle(run.run, 0) == SettledAppend(next: 2, storedAppend: run.shared(0..<2).id))
            #expect(try await log.append(run.shared(0..<2)).isEmpty)
            #expect(try PostgresLog.Reader(server.database(name)).records(of: run.run) == run.records(0..<2))
        }

        /// Does the statement, and again as long as nothing of it was sent: a busy machine may not connect in time.
        private func sent(_ statement: () async throws -> Void) async throws {
            for _ in 0..<100 {
                do { return try await statement() } catch EngineFailure.refused {}
            }
            throw EngineFailure.refused
        }

        @Test(
            "An append whose wait for the standby somebody ends is to be seen, and in doubt",
            arguments: ["pg_cancel_backend", "pg_terminate_backend"])
        func cancelled(by function: String) async throws {
            var tried: TriedSharedLog?
            try await AbsentStandby.awaited(on: server) { standby in
                let log = try await sharedLog(answerLimit: .seconds(10))
                tried = log
                let append = Task { try await log.append(run.shared(0..<2)) }
                try await standby.whenWaiting(in: name, call: function)
                await #expect(throws: EngineFailure.unknown) { try await append.value }
                // Readers see the append, but the question what became of it waits for the standby too: the server may still lose it.
                let question = Task { try await log.settle(run.run, 0) }
                try await standby.whenWaiting(in: name)
                #expect(try PostgresLog.Reader(server.database(name)).records(of: run.run) == run.records(0..<2))
                try await standby.release(on: server)
                #expect(try await question.value == SettledAppend(next: 2, storedAppend: run.shared(0..<2).id))
            }
            #expect(try await tried?.append(run.shared(0..<2)).isEmpty == true)
        }

        /// Does something again and again while the standby is awaited, and checks that it leaves few sessions behind at the server.
        private func expectFewSessions(
            _ standby: AbsentStandby, while body: () async throws -> Void
        ) async throws {
            let end = ContinuousClock.now + .seconds(8)
            while ContinuousClock.now < end { _ = try? await body() }
            #expect(try hasFewSessions(standby))
        }

        /// Whether no more sessions are left at the server than the limit allows, which does not count those whose statement began less
        /// than two seconds ago.
        private func hasFewSessions(_ standby: AbsentStandby) throws -> Bool {
            let sessions = try standby.connection.run(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)'"
            ).rows.first?.integer(0)
            return try #require(sessions) <= ConnectionSlot.greatestWaiting + 30
        }

        @Test("However often a key is asked for, it does not use up the server's connections")
        func keySessions() async throws {
            let store = PostgresKeyStore(
                try server.database(name, answerLimit: .milliseconds(100)), wrappedBy: try AESGCMKey.random())
            try await AbsentStandby.awaited(on: server) { standby in
                try await expectFewSessions(standby) { _ = try await store.makeKey(for: run.run) }
            }
        }

        @Test("However often an append is sent, it does not use up the server's connections")
        func sessions() async throws {
            try await AbsentStandby.awaited(on: server) { standby in
                let log = try await sharedLog(answerLimit: .milliseconds(300))
                let reason = "sessions wait for a standby or a lock, so no new one is begun"
                // How many appends that takes is the machine's affair: a busy one often does not connect in time.
                while log.log.lastFault?.reason.hasSuffix(reason) != true, try hasFewSessions(standby) {
                    _ = try? await log.append(run.shared(0..<2))
                }
                try await expectFewSessions(standby) { try await log.append(run.shared(0..<2)) }
            }
        }

        @Test("A key is not told as erased before the standby knows it, also where it is not to be seen any more")
        func erasedKey() async throws {
            let store = PostgresKeyStore(
                try server.database(name, answerLimit: .milliseconds(500)), wrappedBy: try AESGCMKey.random())
            _ = try await store.makeKey(for: run.run)
            try await AbsentStandby.awaited(on: server) { standby in
                let erasing = Task { try await store.eraseKey(of: run.run) }
                try await standby.whenWaiting(in: name, call: "pg_cancel_backend")
                await #expect(throws: LogError.self) { try await erasing.value }
                #expect(try server.connection(to: name).run("SELECT FROM keyway.key").rows.isEmpty)
                await #expect(throws: LogError.self) { try await store.eraseKey(of: run.run) }
            }
            try await store.eraseKey(of: run.run)
        }

        @Test("An append to the log of one process is in doubt, and is found when the log is opened again")
        func oneProcess() async throws {
            let database = try server.database(name, lease: .seconds(60), answerLimit: .seconds(1))
            let log = try await database.openLog()
            try await log.append(run.append(0..<1))
            try await AbsentStandby.awaited(on: server) { standby in
                await #expect(throws: LogError.self) { try await log.append(run.append(1..<3)) }
                try await standby.whenWaiting(in: name)
            }
            try? await log.close()
            let again = try await database.openLog()
            #expect(try await again.records(of: run.run) == run.records(0..<3))
            try await again.close()
        }
    }
}
