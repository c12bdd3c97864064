import Testing

@testable import KeywayPostgres

/// A statement that is under way on a connection of its own, until it is rolled back.
struct HeldStatement {
    private let server: TestServer
    private let database: String
    private let connection: Connection

    /// - Parameter rows: a query whose rows are made or locked; the statement sleeps behind it.
    init(_ server: TestServer, _ database: String, _ rows: String) throws {
        (self.server, self.database) = (server, database)
        connection = try server.connection(to: database)
        let statement = Statement("WITH held AS \(rows) SELECT pg_sleep(120) FROM held")
        // Nobody waits for its answer.
        #expect(throws: QueryFailure.self) { try connection.perform(statement, before: .after(.milliseconds(200))) }
    }

    /// The beginning of a run by a request.
    init(_ server: TestServer, _ database: String, beginningBy request: String) throws {
        try self.init(
            server, database,
            """
            (INSERT INTO keyway.shared_run (run, next, flow, is_over, request)
            VALUES (gen_random_uuid(), 1, 1, false, '\(request)') RETURNING run)
            """)
    }

    /// Rolls back all such statements of the database; returns once nothing of them is held any more.
    func rollBack() throws {
        let connection = try server.connection(to: database)
        let ends = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database)' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()
            """
        while try !connection.run(ends).rows.isEmpty {}
    }
}
