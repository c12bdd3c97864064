import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("A log of nodes that lies in weeks")
    struct WeekTests {
        private let server: TestServer

        init() throws {
            server = try #require(TestServer.shared)
        }

        @Test("The tables of weeks may be asked for again, and only those that are missing are made")
        func again() async throws {
            let log = try await LogInWeeks(server)
            #expect(try log.tables() == Array(log.week - 2...log.week + 2))
            try log.connection.runScript(PostgresDatabase.weeksSchema(4))
            #expect(try log.tables() == Array(log.week - 2...log.week + 4))
        }

        @Test("A log in weeks keeps what every log of nodes keeps", arguments: SharedLogLaw.allCases)
        func laws(law: SharedLogLaw) async throws {
            try await SharedLogConformance {
                let name = try server.makeDatabase()
                try server.connection(to: name).runScript(PostgresDatabase.weeksSchema(1))
                return try await server.database(name).openSharedLog(answerLimit: .seconds(10))
            }.check(law)
        }

        @Test("A run that began before the log lay in weeks goes on, and one that begins lies in its week")
        func conversion() async throws {
            let name = try server.makeDatabase()
            let database = try server.database(name)
            let connection = try server.connection(to: name)
            try connection.runScript(PostgresDatabase.feedSchema)
            let shared = TriedSharedLog(try await database.openSharedLog(answerLimit: .seconds(10)))
            try await shared.append(SampleRun(1).shared(0..<2))
            try connection.runScript(PostgresDatabase.weeksSchema(0))
            try await shared.append(SampleRun(1).shared(2..<4), SampleRun(2).shared(0..<2))
            let reader = try PostgresLog.Reader(database)
            #expect(try reader.records(of: SampleRun(1).run) == SampleRun(1).records(0..<4))
            #expect(try reader.records(of: SampleRun(2).run) == SampleRun(2).records(0..<2))
            #expect(try PostgresLog.verify(database).isSound)
            let places = try connection.run("SELECT place FROM keyway.shared_run ORDER BY place").rows
            let weeks = places.compactMap { $0.integer(0) }.map { $0 >> 40 }
            #expect(weeks.count == 2 && weeks.first == 0 && weeks.last.map { $0 > 2_900 } == true)
            #expect(try connection.run("SELECT FROM keyway.shared_block_other").rows.isEmpty)
            #expect(try database.surveyNodes().feed != nil)
        }

        @Test("A run that begins as soon as the log lies in weeks is in the table of its week")
        func atOnce() async throws {
            let name = try server.makeDatabase()
            let shared = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
            let connection = try server.connection(to: name)
            let script = PostgresDatabase.weeksSchema(1)
            let end = try #require(script.firstRange(of: "END $$;\n")).upperBound
            try connection.runScript(String(script[..<end]))
            try await shared.append(SampleRun(1).shared(0..<2))
            try connection.runScript(String(script[end...]))
            let tables = try connection.run(
                "SELECT relname::text FROM keyway.shared_block b JOIN pg_class c ON c.oid = b.tableoid")
            #expect(tables.rows.map { $0.text(0)?.hasPrefix(Schema.weekPrefix) } == [true])
        }

        @Test("A user who may write the log may write it in weeks")
        func rights() async throws {
            let name = try server.makeDatabase()
            let connection = try server.connection(to: name)
            let role = "\(name)_role"
            try connection.run("CREATE ROLE \(role)")
            defer {
                _ = try? connection.run("DROP OWNED BY \(role)")
                _ = try? connection.run("DROP ROLE \(role)")
            }
            try connection.run("GRANT USAGE ON SCHEMA keyway TO \(role)")
            try connection.run("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA keyway TO \(role)")
            try connection.runScript(PostgresDatabase.weeksSchema(1))
            let limited = try PostgresDatabase(server.address(of: name, withRightsOf: role))
            let shared = TriedSharedLog(try await limited.openSharedLog(answerLimit: .seconds(10)))
            #expect(try await shared.append(SampleRun(1).shared(0..<2)).count == 1)
        }

        @Test("However many weeks are added, the table for all others is read once, and takes records of any week then")
        func readOnce() async throws {
            let log = try await LogInWeeks(server)
            try log.connection.run("DROP TABLE keyway.shared_block_w\(log.week)")
            try await log.shared.append(SampleRun(1).shared(0..<2))
            let question = """
                SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'shared_block_other'
                """
            let before = try #require(try log.connection.run(question).rows.first?.integer(0))
            // The server counts what a session has read once the session has ended, or a moment later.
            try server.connection(to: log.name).runScript(PostgresDatabase.weeksSchema(40))
            #expect(try log.tables().contains(log.week + 40))
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(100))
                let read = try #require(try log.connection.run(question).rows.first?.integer(0)) - before
                #expect(read < 10, "it was read \(read) times")
            }
            try log.goBack(-60)
            #expect(try await log.shared.append(SampleRun(2).shared(0..<2)).count == 1)
            #expect(try log.connection.run("SELECT FROM keyway.shared_block_other").rows.count == 2)
        }

        /// Runs what makes weeks, which must be refused because of a lock.
        private func failToAddWeeks(_ count: Int, to log: LogInWeeks) {
            let refusal = #expect(throws: QueryFailure.self) {
                try log.connection.runScript(PostgresDatabase.weeksSchema(count))
            }
            #expect(refusal?.reason.hasSuffix("(55P03)") == true)
        }

        @Test("While a backup has the tables, weeks are refused soon, nodes go on, and the same call works later")
        func backup() async throws {
            let log = try await LogInWeeks(server)
            let backup = try HeldStatement(
                server, log.name, "MATERIALIZED (SELECT count(*) FROM keyway.shared_block)")
            failToAddWeeks(4, to: log)
            #expect(try log.tables() == Array(log.week - 2...log.week + 2))
            #expect(try await log.shared.append(SampleRun(1).shared(0..<2)).count == 1)
            try backup.rollBack()
            try log.connection.runScript(PostgresDatabase.weeksSchema(4))
            #expect(try log.tables() == Array(log.week - 2...log.week + 4))
        }

        @Test("A backup that begins between the constraint and the tables leaves no week whose records are refused")
        func laterBackup() async throws {
            let log = try await LogInWeeks(server)
            try log.connection.run("DROP TABLE keyway.shared_block_w\(log.week)")
            try await log.shared.append(SampleRun(1).shared(0..<2))
            // The constraint is on the table for all others, and a new table needs the table of all as well.
            let backup = try HeldStatement(
                server, log.name, "MATERIALIZED (SELECT count(*) FROM ONLY keyway.shared_block)")
            failToAddWeeks(4, to: log)
            try log.goBack(-4)
            #expect(try await log.shared.append(SampleRun(2).shared(0..<2)).count == 1)
            #expect(try log.tables() == [-2, -1, 1, 2].map { log.week + $0 })
            try backup.rollBack()
        }

        @Test("A week without a table keeps its records in the table for all others, and stays there")
        func missing() async throws {
            let log = try await LogInWeeks(server)
            try log.connection.run("DROP TABLE keyway.shared_block_w\(log.week)")
            let run = SampleRun(1)
            try await log.shared.append(run.shared(0..<2))
            #expect(try log.connection.run("SELECT FROM keyway.shared_block_other").rows.count == 1)
            try log.connection.runScript(PostgresDatabase.weeksSchema(3))
            #expect(try !log.tables().contains(log.week) && log.tables().contains(log.week + 3))
            try await log.shared.append(run.shared(2..<3))
            #expect(try PostgresLog.Reader(log.database).records(of: run.run) == run.records(0..<3))
        }
    }
}
