import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("Tables that a database lacks")
    struct MissingTablesTests {
        private let server: TestServer

        init() throws {
            server = try #require(TestServer.shared)
        }

        @Test("A database of an earlier version gets the tables that it lacks, and keeps what it has")
        func completed() async throws {
            let name = try server.makeDatabase()
            let connection = try server.connection(to: name)
            let database = try server.database(name)
            #expect(try database.missingTables().isEmpty)
            let log = try await database.openLog()
            try await log.append(SampleRun(1).append(0..<2))
            try await log.close()
            for table in ["node", "shared_run", "shared_device", "shared_block", "key"] {
                try connection.run("DROP TABLE keyway.\(table)")
            }
            #expect(try Set(database.checkUses().failures.keys) == [.logOfNodes, .keys])
            let missing = try database.missingTables()
            #expect(!missing.contains("CREATE SCHEMA") && !missing.contains("CREATE TABLE keyway.block"))
            try connection.runScript(missing)
            #expect(try database.missingTables().isEmpty && database.checkUses().failures.isEmpty)
            let again = try await server.database(name).openLog()
            #expect(try await again.records(of: SampleRun(1).run) == SampleRun(1).records(0..<2))
            try await again.close()
        }

        @Test("An empty database lacks all, with the schema, and one whose owner has made the schema all but that")
        func empty() throws {
            let name = try server.makeDatabase(withTables: false)
            #expect(try server.database(name).missingTables() == PostgresDatabase.schema)
            try server.connection(to: name).run("CREATE SCHEMA keyway")
            let missing = try server.database(name).missingTables()
            #expect("CREATE SCHEMA keyway;\n\n" + missing == PostgresDatabase.schema)
        }

        @Test("Tables of another form are not made complete by tables of this one")
        func otherFormat() throws {
            let name = try server.makeDatabase()
            try server.connection(to: name).runScript("UPDATE keyway.log SET format = 7;\nDROP TABLE keyway.node;\n")
            let failure = #expect(throws: PostgresLog.Failure.self) { try server.database(name).missingTables() }
            guard case .otherFormat(_, 7, 1)? = failure else {
                Issue.record("\(failure.map { "\($0)" } ?? "")")
                return
            }
        }
    }
}
