import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// Who has the log: one process at a time.
    @Suite("One process has the log")
    struct OwnershipTests {
        private let server: TestServer
        private let name: String

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        @Test("A second process is refused, and told who has the log")
        func refused() async throws {
            let log = try await server.database(name, label: "the first").openLog()
            let second = try server.database(name, label: "the second")
            await #expect {
                _ = try await second.openLog(waitingAtMost: .zero)
            } throws: { error in
                guard case PostgresLog.Failure.held(_, let holder) = error else { return false }
                return holder == "the first"
            }
            #expect(log.lease == .held)
            try await log.append(SampleRun(1).append(0..<1))
            try await log.close()
        }

        @Test("A process that waits has the log as soon as it is closed, long before the lease is over")
        func closed() async throws {
            let first = try await server.database(name, lease: .seconds(3600)).openLog()
            let waiting = try server.database(name)
            async let second = waiting.openLog(waitingAtMost: .seconds(60))
            try await first.append(SampleRun(1).append(0..<2))
            try await first.close()
            let log = try await second
            #expect(log.epoch > first.epoch)
            #expect(first.lease != .held)
            #expect(try await log.records(of: SampleRun(1).run) == SampleRun(1).records(0..<2))
            try await log.close()
        }

        @Test("Waiting ends with its task")
        func cancelled() async throws {
            let first = try await server.database(name).openLog()
            let waiting = try server.database(name)
            let task = Task { try await waiting.openLog(waitingAtMost: .seconds(3600)) }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            await #expect(throws: PostgresLog.Failure.self) { try await task.value }
            try await first.close()
        }

        @Test("A process whose connection is cut while it waits has the log once it is closed")
        func cutWhileWaiting() async throws {
            let first = try await server.database(name, lease: .seconds(3600)).openLog()
            let waiting = try server.database(name)
            async let second = waiting.openLog(waitingAtMost: .seconds(60))
            try await Task.sleep(for: .milliseconds(500))
            try server.cutConnections(to: name)
            try await Task.sleep(for: .milliseconds(500))
            try await first.close()
            try await second.close()
        }

        @Test(
            "A process that waits for the log waits no longer once the database has no log any more, or another one",
            arguments: [
                "DELETE FROM keyway.log", "DROP TABLE keyway.log", "UPDATE keyway.log SET format = 7",
                "UPDATE keyway.log SET epoch = 5000000000, is_free = true",
            ])
        func nothingToWaitFor(change: String) async throws {
            let first = try await server.database(name, lease: .seconds(3600)).openLog()
            let waiting = try server.database(name)
            let second = Task { try await waiting.openLog(waitingAtMost: .seconds(60)) }
            try await Task.sleep(for: .milliseconds(500))
            try server.connection(to: name).run(change)
            // The form of the tables is looked at anew over a new connection.
            try server.cutConnections(to: name)
            let began = ContinuousClock.now
            await #expect {
                _ = try await second.value
            } throws: { error in
                switch error {
                case PostgresLog.Failure.noTables, PostgresLog.Failure.otherFormat, PostgresLog.Failure.damaged: true
                default: false
                }
            }
            #expect(ContinuousClock.now - began < .seconds(30))
            try await first.close()
        }

        @Test("A process that is silent for a lease loses the log, and what it appends then is on no record")
        func silent() async throws {
            // It is taken from a process that lives, because a test cannot stop the thread that renews the lease.
            let first = try await server.database(name, lease: .seconds(3600)).openLog()
            try await first.append(SampleRun(1).append(0..<1))
            try server.connection(to: name).run("UPDATE keyway.log SET is_free = true")
            let second = try await server.database(name).openLog()
            await #expect(throws: LogError.fenced) { try await first.append(SampleRun(1).append(1..<2)) }
            // From now on an append is refused before anything is sent.
            #expect(throws: LogError.fenced) { try first.append(SampleRun(2).append(0..<1)) { _ in } }
            try await second.append(SampleRun(1).append(1..<3))
            #expect(try await second.records(of: SampleRun(1).run) == SampleRun(1).records(0..<3))
            #expect(try await second.records(of: SampleRun(2).run).isEmpty)
            try await second.close()
            try await first.close()
        }

        @Test("The lease is renewed for as long as the log is open")
        func renewed() async throws {
            let log = try await server.database(name, lease: .seconds(1)).openLog()
            let second = try server.database(name)
            for _ in 0..<15 {
                try await Task.sleep(for: .milliseconds(100))
                #expect(log.lease == .held)
                await #expect(throws: PostgresLog.Failure.self) { try await second.openLog(waitingAtMost: .zero) }
            }
            try await log.close()
        }

        @Test("A process whose connections are cut gets its lease again, if nobody has taken the log meanwhile")
        func cut() async throws {
            let database = try server.database(name, lease: .seconds(1))
            let log = try await database.openLog()
            #expect(try server.cutConnections(to: name) > 0)
            try await Task.sleep(for: .seconds(2))
            #expect(log.lease == .held)
            // The writer's connection is gone, and nobody knows that before something is sent.
            await #expect(throws: LogError.self) { try await log.append(SampleRun(1).append(0..<1)) }
            try await log.close()
            let again = try await database.openLog()
            try await again.append(SampleRun(1).append(0..<1))
            try await again.close()
        }

        @Test("A lease is lost when another process has the log, and its holder is told")
        func lost() async throws {
            let first = try await server.database(name, lease: .seconds(1)).openLog()
            try server.connection(to: name).run("UPDATE keyway.log SET is_free = true")
            let second = try await server.database(name).openLog()
            for _ in 0..<100 where first.lease != .lost { try await Task.sleep(for: .milliseconds(50)) }
            #expect(first.lease == .lost)
            #expect(throws: LogError.fenced) { try first.append(SampleRun(1).append(0..<1)) { _ in } }
            try await second.close()
            try await first.close()
        }

        @Test("One value of `PostgresDatabase` opens the log once at a time")
        func once() async throws {
            let database = try server.database(name)
            let log = try await database.openLog()
            await #expect(throws: PostgresLog.Failure.held(database: database.name, by: "test")) {
                try await database.openLog()
            }
            try await log.close()
            try await database.openLog().close()
        }

        @Test("A process that is dead keeps the log for its lease, by the clock of the one that waits")
        func dead() async throws {
            let first = try await server.database(name, lease: .seconds(1)).openLog()
            try await first.append(SampleRun(1).append(0..<1))
            try server.cutConnections(to: name)
            // The log has failed, so closing it does not give it back to others.
            await #expect(throws: LogError.self) { try await first.append(SampleRun(1).append(1..<2)) }
            try await first.close()
            await #expect(throws: PostgresLog.Failure.self) {
                try await server.database(name).openLog(waitingAtMost: .milliseconds(500))
            }
            // As if the server's clock had been set: the process that waits measures the lease by its own clock.
            try server.connection(to: name).run("UPDATE keyway.log SET renewed = now() - interval '1 day'")
            let start = ContinuousClock.now
            let second = try await server.database(name).openLog(waitingAtMost: .seconds(60))
            #expect(ContinuousClock.now - start >= .seconds(1))
            try await second.close()
        }

        @Test("A log that failed is opened again at once by the process that had it, and by no other")
        func again() async throws {
            let database = try server.database(name, lease: .seconds(3600))
            let first = try await database.openLog()
            try server.cutConnections(to: name)
            await #expect(throws: LogError.self) { try await first.append(SampleRun(1).append(0..<1)) }
            try await first.close()
            await #expect(throws: PostgresLog.Failure.self) {
                try await server.database(name).openLog(waitingAtMost: .milliseconds(300))
            }
            let log = try await database.openLog()
            try await log.append(SampleRun(1).append(0..<1))
            try await log.close()
        }

        @Test(
            "A process that was replaced never has the log again, though it is free, because its runs are of the past")
        func replaced() async throws {
            let database = try server.database(name)
            let first = try await database.openLog()
            try server.cutConnections(to: name)
            await #expect(throws: LogError.self) { try await first.append(SampleRun(1).append(0..<1)) }
            try await first.close()
            let second = try await server.database(name).openLog(waitingAtMost: .seconds(60))
            try await second.close()
            for _ in 0..<2 {
                await #expect(throws: LogError.fenced) { try await database.openLog() }
            }
        }

        @Test("A renewal that arrives after the log was given back does not hold it")
        func lateRenewal() async throws {
            let first = try await server.database(name).openLog()
            let key = first.opening.key
            try await first.close()
            let connection = try server.connection(to: name)
            let answer = try connection.perform(.renew, key, before: .after(.seconds(5))).rows.first
            #expect(answer?.bool(0) == false && answer?.bool(1) == false)
            try await server.database(name).openLog(waitingAtMost: .zero).close()
        }

        @Test("A statement that takes the log, and arrives late, changes nothing")
        func lateTaking() async throws {
            let connection = try server.connection(to: name)
            let log = try await server.database(name).openLog()
            let parameters: [Parameter] = [.integer(0), .integer(0), .integer(7), .text("late"), .integer(1000)]
            #expect(try connection.perform(.acquire, parameters, before: .after(.seconds(5))).rows.isEmpty)
            try await log.append(SampleRun(1).append(0..<1))
            try await log.close()
        }

        @Test("Whoever wants to hear of a lost lease hears it, before and after it is lost")
        func heard() async throws {
            let first = try await server.database(name, lease: .seconds(1)).openLog()
            let heard = Lock(0)
            first.whenLeaseIsLost { heard.withLock { $0 += 1 } }
            try server.connection(to: name).run("UPDATE keyway.log SET is_free = true")
            let second = try await server.database(name).openLog()
            for _ in 0..<100 where heard.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(50)) }
            first.whenLeaseIsLost { heard.withLock { $0 += 1 } }
            #expect(heard.withLock { $0 } == 2)
            try await second.close()
        }
    }
}
