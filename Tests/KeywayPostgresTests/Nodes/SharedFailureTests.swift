import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// A node is told that a statement is not done only where that is sure.
    @Suite("Statements of nodes that fail")
    struct SharedFailureTests {
        private let server: TestServer
        private let name: String

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        private func sharedLog(answerLimit: Duration = .seconds(10)) async throws -> SharedLog {
            try await server.database(name).openSharedLog(answerLimit: answerLimit)
        }

        @Test("A database without the tables is named, with the command that prints them")
        func noTables() async throws {
            let empty = try server.makeDatabase(withTables: false)
            let failure = await #expect(throws: PostgresLog.Failure.self) {
                try await server.database(empty).openSharedLog()
            }
            #expect("\(failure.map { "\($0)" } ?? "")".contains("keyway schema"))
            // The tables of a log that one process writes are not enough.
            try server.connection(to: name).run("DROP TABLE keyway.shared_block")
            let lacking = await #expect(throws: PostgresLog.Failure.self) { try await sharedLog() }
            #expect("\(lacking.map { "\($0)" } ?? "")".hasSuffix("prints: keyway.shared_block"))
            try server.database(name).check()
            #expect(try server.database(name).checkUses().failures == [.logOfNodes: try #require(lacking)])
        }

        @Test("For what a user may not use a database is told, the log or the keys, with the rights that are missing")
        func rights() throws {
            let connection = try server.connection(to: name)
            let role = "\(name)_clerk"
            try connection.run("CREATE ROLE \(role)")
            defer { for end in ["DROP OWNED BY", "DROP ROLE"] { _ = try? connection.run("\(end) \(role)") } }
            try connection.run("GRANT USAGE ON SCHEMA keyway TO \(role)")
            try connection.run(
                "GRANT SELECT, INSERT, UPDATE ON keyway.log, keyway.flow, keyway.run, keyway.block, keyway.key TO \(role)"
            )
            let database = try PostgresDatabase(server.address(of: name, withRightsOf: role))
            let failures = try database.checkUses().failures
            #expect(Set(failures.keys) == [.logOfNodes, .keys])
            #expect("\(try #require(failures[.keys]))".hasSuffix(": DELETE keyway.key"))
            #expect("\(try #require(failures[.logOfNodes]))".contains("INSERT keyway.shared_run"))
            try connection.run("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA keyway TO \(role)")
            try connection.run("GRANT DELETE ON keyway.key TO \(role)")
            #expect(try database.checkUses().failures.isEmpty)
        }

        @Test("A server that is gone has done nothing, and the fault names the database")
        func gone() async throws {
            let gone = try server.makeDatabase()
            let log = try await server.database(gone).openSharedLog(answerLimit: .seconds(1))
            try server.connection(to: nil).run("DROP DATABASE \(gone) WITH (FORCE)")
            for statement in [.beat(lease: 1), .find(request: "x"), .append([SampleRun(1).shared(0..<1)])]
                as [EngineStatement]
            {
                await #expect(throws: EngineFailure.refused) { try await log.engine.perform(statement, for: NodeID(1)) }
            }
            #expect(log.lastFault?.subject.contains(gone) == true)
        }

        @Test("An answer limit that no answer could keep counts as 0.1 s", arguments: [Duration.seconds(-1), .zero])
        func shortLimit(limit: Duration) async throws {
            let engine = try await sharedLog(answerLimit: limit).engine as? PostgresSharedLog
            #expect(engine?.answerLimit == .milliseconds(100))
        }

        @Test("A statement over a connection that was cut is in doubt, and the next one has another connection")
        func cut() async throws {
            let log = TriedSharedLog(try await sharedLog())
            let run = SampleRun(1)
            try await log.append(run.shared(0..<1))
            try server.cutConnections(to: name)
            await #expect(throws: EngineFailure.unknown) { try await log.append(run.shared(1..<2)) }
            for _ in 0..<2 where try await log.settle(run.run, 1).storedAppend == nil {
                try await log.append(run.shared(1..<2))
            }
            #expect(try await log.settle(run.run, 1) == SettledAppend(next: 2, storedAppend: run.shared(1..<2).id))
        }

        @Test("A statement that has no answer in time is in doubt, and may be done later: then it keeps the rules")
        func late() async throws {
            let log = TriedSharedLog(try await sharedLog(answerLimit: .milliseconds(300)))
            let (run, other) = (SampleRun(1), SampleRun(2))
            // Another node begins a run by the same request, and nobody knows yet whether that is committed.
            let holder = try HeldStatement(server, name, beginningBy: "same")
            let began = ContinuousClock.now
            await #expect(throws: EngineFailure.unknown) { try await log.append(run.shared(0..<1, request: "same")) }
            #expect(ContinuousClock.now - began < .seconds(5))
            // Statements about other runs do not wait for that node, and neither does the question what became of the append.
            #expect(try await log.append(other.shared(0..<1)) == [other.run])
            #expect(try await log.settle(run.run, 0) == SettledAppend(next: 0, storedAppend: nil))
            try holder.rollBack()
            var settled = try await log.settle(run.run, 0)
            for _ in 0..<200 where settled.storedAppend == nil {
                try await Task.sleep(for: .milliseconds(20))
                settled = try await log.settle(run.run, 0)
            }
            #expect(settled == SettledAppend(next: 1, storedAppend: run.shared(0..<1).id))
            #expect(try await log.find("same") == run.run)
        }

        @Test("Beginnings by the same requests wait for each other in one order, in whatever order they are given")
        func order() async throws {
            let log = TriedSharedLog(try await sharedLog())
            let holders = [
                try HeldStatement(server, name, beginningBy: "1"), try HeldStatement(server, name, beginningBy: "2"),
            ]
            // In the order that is given, the first would have 3 and wait for 4, and the second the other way round.
            let begins: [[SharedAppend]] = [["3", "1", "4"], ["4", "2", "3"]].enumerated().map { place, requests in
                requests.enumerated().map { number, request in
                    SampleRun(UInt64(place * 10 + number)).shared(0..<1, by: UInt64(place), request: request)
                }
            }
            async let first = log.append(begins[0])
            async let second = log.append(begins[1])
            try await Task.sleep(for: .milliseconds(500))
            try holders[0].rollBack()
            let (firstWon, secondWon) = (try await first, try await second)
            #expect(firstWon.contains(begins[0][1].run) && secondWon.contains(begins[1][1].run))
            #expect(firstWon.count + secondWon.count == 4)
        }

        @Test("A run that another statement holds is passed over, and nobody waits for it")
        func held() async throws {
            let log = TriedSharedLog(try await sharedLog())
            let (run, other) = (SampleRun(1), SampleRun(2))
            let now = try await log.beat()
            try await log.append(run.shared(0..<1, promise: now - 10), other.shared(0..<1, promise: now - 10))
            let holder = try HeldStatement(
                server, name, "MATERIALIZED (SELECT FROM keyway.shared_run WHERE run = '\(run.run)' FOR UPDATE)")
            #expect(try await log.append(run.shared(1..<2), other.shared(1..<2, promise: now - 10)) == [other.run])
            #expect(try await log.look().map(\.run) == [other.run])
            try await log.postpone(
                Postponement(RunToLookAt(run: run.run, wake: Instant(milliseconds: now - 10)), next: 1, promise: nil))
            // The questions what became of an append, and where runs end, do not wait for the run that is held.
            #expect(try await log.settle(run.run, 1) == SettledAppend(next: 1, storedAppend: nil))
            #expect(try await log.confirm([run.run]) == [run.run: 1])
            try holder.rollBack()
            #expect(try await log.look().map(\.run) == [run.run])
            #expect(try await log.append(run.shared(1..<2)) == [run.run])
        }

        @Test("A run that is set aside is marked, and no more once it moves")
        func setAside() async throws {
            let log = TriedSharedLog(try await sharedLog())
            let (run, now) = (SampleRun(1), try await log.beat())
            try await log.append(run.shared(0..<1, promise: now - 10))
            for node in 10..<17 as Range<UInt64> { _ = try await log.look(by: node, lease: -1) }
            let connection = try server.connection(to: name)
            let question = "SELECT is_set_aside, wake IS NULL, looks::bigint FROM keyway.shared_run"
            let row = try connection.run(question).rows.first
            #expect(row?.bool(0) == true && row?.bool(1) == true && row?.integer(2) == 5)
            try await log.append(run.shared(1..<2, promise: now - 10))
            #expect(try connection.run(question).rows.first?.bool(0) == false)
        }

        @Test("A long history is read in parts, and two runs whose blocks lie side by side keep theirs")
        func longRuns() async throws {
            let log = TriedSharedLog(try await sharedLog())
            let runs = [SampleRun(1), SampleRun(2), SampleRun(3)]
            for end in 0..<900 as Range<UInt64> { try await log.append(runs.map { $0.shared(end..<end + 1) }) }
            let loaded = try await log.load(runs.map { ($0.run, $0.run == runs[1].run ? 3 : 0) })
            #expect(loaded[runs[0].run]?.flatMap(\.records) == runs[0].records(0..<900))
            #expect(loaded[runs[1].run]?.flatMap(\.records) == runs[1].records(3..<900))
            #expect(loaded[runs[2].run]?.flatMap(\.records) == runs[2].records(0..<900))
        }
    }
}
