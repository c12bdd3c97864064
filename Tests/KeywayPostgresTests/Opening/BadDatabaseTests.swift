import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// A database that is not as a log needs it is refused in one sentence, without a password.
    @Suite("Databases that are not as a log needs them")
    struct BadDatabaseTests {
        private let server: TestServer

        init() throws {
            server = try #require(TestServer.shared)
        }

        @Test("A database without tables is named, with the command that prints them")
        func noTables() async throws {
            let name = try server.makeDatabase(withTables: false)
            let failure = try await failure(of: server.database(name))
            guard case .noTables = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect("\(failure)".contains("'\(name)'") && "\(failure)".contains("keyway schema"))
        }

        @Test("Tables of another format are left alone")
        func otherFormat() async throws {
            let name = try server.makeDatabase()
            try server.connection(to: name).run("UPDATE keyway.log SET format = 7")
            let failure = try await failure(of: server.database(name))
            guard case .otherFormat(_, 7, 1) = failure else {
                Issue.record("\(failure)")
                return
            }
            let row = try server.connection(to: name).run("SELECT epoch FROM keyway.log").rows.first
            #expect(row?.integer(0) == 0)
        }

        @Test(
            "A user who could not write the log is told which right is missing, at once, and does not take it",
            arguments: ["UPDATE keyway.log", "INSERT keyway.block", "INSERT keyway.run", "SELECT keyway.flow"])
        func missingRight(right: String) async throws {
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
            try connection.run("REVOKE \(right.split(separator: " ").joined(separator: " ON ")) FROM \(role)")
            let limited = try PostgresDatabase(server.address(of: name, withRightsOf: role))
            await #expect(throws: PostgresLog.Failure.missingRights(database: limited.name, rights: right)) {
                try await limited.openLog(waitingAtMost: .seconds(20))
            }
            #expect(try connection.run("SELECT epoch FROM keyway.log").rows.first?.integer(0) == 0)
        }

        @Test("A server that is not there, and a database that is not there, are told at once, and not the password")
        func unreachable() async throws {
            let nobody = try PostgresDatabase("postgresql://keyway:p4ssw0rd@127.0.0.1:1/signin")
            let failure = try await failure(of: nobody)
            guard case .unreachable = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect("\(failure)".contains("'signin'") && !"\(failure)".contains("p4ssw0rd"))
            let missing = try await self.failure(of: server.database("keyway_test_that_is_not_there"))
            guard case .unreachable(_, let reason) = missing else {
                Issue.record("\(missing)")
                return
            }
            #expect(reason.contains("does not exist"))
        }

        @Test(
            "A text that is no address is refused before anything is connected, and not repeated",
            arguments: [
                "signin", "postgresql://keyway:p4ssw0rd@host/x?p4ssw0rd=1", "host=a p4ssw0rd", "http://example.com/",
                "postgresql://keyway:p4ss@w0rd@host/x", "postgresql://keyway:p4ss/w0rd@host/x",
            ])
        func noAddress(address: String) {
            #expect(throws: PostgresLog.Failure.noAddress) { try PostgresDatabase(address) }
        }

        @Test("A byte that is flipped in a block is found, and names the run and the record")
        func damaged() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openLog()
            for number in 1...2 as ClosedRange<UInt64> {
                try await log.append(SampleRun(number).append(0..<2))
                try await log.append(SampleRun(number).append(2..<4))
            }
            try server.connection(to: name).run(
                "UPDATE keyway.block SET bytes = set_byte(bytes, 5, get_byte(bytes, 5) # 1) WHERE first = 2 AND place = 1"
            )
            await #expect {
                _ = try await log.records(of: SampleRun(1).run)
            } throws: { error in
                guard case LogError.damaged(let what) = error else { return false }
                return what.contains("\(SampleRun(1).run)") && what.contains("record 2")
            }
            #expect(try await log.records(of: SampleRun(2).run) == SampleRun(2).records(0..<4))
            try await log.close()
        }

        @Test("Blocks that are lost are told, from whichever record the run is asked for")
        func lost() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openLog()
            let run = SampleRun(1)
            for first in [0, 2, 4] as [UInt64] { try await log.append(run.append(first..<first + 2)) }
            let connection = try server.connection(to: name)
            try connection.run("DELETE FROM keyway.block WHERE first = 2")
            for first in 0...3 as ClosedRange<UInt64> {
                await #expect(throws: LogError.self) { try await log.records(of: run.run, from: first, limit: 10) }
            }
            #expect(try await log.records(of: run.run, from: 4, limit: 10) == run.records(4..<6))
            try connection.run("DELETE FROM keyway.block WHERE first = 4")
            for first in 0...5 as ClosedRange<UInt64> {
                await #expect(throws: LogError.self) { try await log.records(of: run.run, from: first, limit: 10) }
            }
            #expect(try await log.records(of: run.run, from: 6, limit: 10).isEmpty)
            try await log.close()
        }

        @Test("A block in the place of another one is found")
        func misplaced() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openLog()
            for number in 1...2 as ClosedRange<UInt64> { try await log.append(SampleRun(number).append(0..<2)) }
            try server.connection(to: name).run(
                "UPDATE keyway.block SET bytes = (SELECT bytes FROM keyway.block WHERE place = 1)"
            )
            #expect(try await log.records(of: SampleRun(1).run).count == 2)
            await #expect(throws: LogError.self) { try await log.records(of: SampleRun(2).run) }
            try await log.close()
        }

        @Test("Any text is a reference: with a NUL, of 100,000 letters, and two that look alike")
        func references() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openLog()
            let references = [
                "a\0b", String(repeating: "x", count: 100_000), "\u{e9}", "e\u{301}", "'; DROP SCHEMA keyway",
            ]
            for (number, reference) in references.enumerated() {
                try await log.append(SampleRun(UInt64(number), reference: reference).append(0..<1))
            }
            for (number, reference) in references.enumerated() {
                #expect(try await log.runs(of: reference, after: nil, limit: 10) == [SampleRun(UInt64(number)).run])
            }
            let open = try await log.openRuns(after: nil, limit: 10)
            #expect(open.map { $0.reference.map { Array($0.utf8) } } == references.map { Array($0.utf8) })
            try await log.close()
        }

        private func failure(of database: PostgresDatabase) async throws -> PostgresLog.Failure {
            try await #require(throws: PostgresLog.Failure.self) { try await database.openLog() }
        }
    }
}
