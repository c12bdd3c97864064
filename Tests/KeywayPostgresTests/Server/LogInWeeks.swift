import KeywayCore
import KeywayTesting
import Testing

@testable import KeywayPostgres

/// A log of nodes that lies in weeks: with tables for the present one and two more, and for the two before.
struct LogInWeeks {
    let server: TestServer
    let name: String
    let database: PostgresDatabase
    let shared: TriedSharedLog
    let connection: Connection
    /// The number of the present week, by the server's clock when this value was made.
    let week: Int64

    init(_ server: TestServer) async throws {
        self.server = server
        name = try server.makeDatabase()
        database = try server.database(name)
        connection = try server.connection(to: name)
        try connection.runScript(PostgresDatabase.weeksSchema(2))
        let present = "floor(extract(epoch FROM now()) / 604800)::bigint"
        week = try #require(try connection.run("SELECT \(present)").rows.first?.integer(0))
        for week in [week - 2, week - 1] {
            try connection.run(
                """
                CREATE TABLE keyway.shared_block_w\(week) PARTITION OF keyway.shared_block
                FOR VALUES FROM (\(Schema.place(ofWeek: week))) TO (\(Schema.place(ofWeek: week + 1)))
                """)
        }
        shared = TriedSharedLog(try await database.openSharedLog(answerLimit: .seconds(10)))
    }

    /// Makes the runs that are begun from now on begin so many weeks ago.
    func goBack(_ weeks: Int64) throws {
        try connection.run(
            """
            CREATE OR REPLACE FUNCTION keyway.begin_place_with_week() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.place := NEW.place | \(Schema.place(ofWeek: week - weeks)); RETURN NEW; END'
            """)
    }

    /// The numbers of the weeks that have a table.
    func tables() throws -> [Int64] {
        try connection.run(
            "SELECT substr(relname, 15)::bigint FROM pg_class WHERE relname ~ '^shared_block_w\\d+$' AND relkind = 'r' ORDER BY 1"
        ).rows.compactMap { $0.integer(0) }
    }
}
