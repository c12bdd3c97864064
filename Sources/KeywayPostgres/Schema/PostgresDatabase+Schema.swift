extension PostgresDatabase {
    /// The SQL statements that make the tables of a log, to be run once in an empty database or beside other tables.
    public static var schema: String { Schema.definition }

    /// The SQL statements that make those tables of `schema` which the database lacks, as where an earlier version made its tables; empty
    /// where it lacks none. It blocks its thread, and changes nothing.
    ///
    /// - Throws: `PostgresLog.Failure.unreachable`, `missingRights`, `otherFormat` and `storage`.
    package func missingTables() throws(PostgresLog.Failure) -> String {
        let opening = DatabaseOpening(self)
        let connection = try opening.connect()
        let missing = try opening.missingParts(connection)
        // Tables of another form are made complete by no part of this one.
        if !missing.contains("keyway.log") { try opening.checkTables(connection) }
        return Schema.parts.filter { missing.contains($0.name) }.map(\.text).joined(separator: "\n\n")
    }

    /// The engines other than PostgreSQL for which there are tables, as they call themselves.
    package static var otherEngines: [String] { SchemaDialect.all.map(\.name) }

    /// The SQL statements that make the tables in another engine that speaks PostgreSQL's protocol. They were not run there, and a comment
    /// at their beginning says so.
    ///
    /// - Parameter engine: one of `otherEngines`, in any case of letters; nil is returned for any other.
    package static func schema(forOther engine: String) -> String? {
        SchemaDialect.all.first { $0.name.lowercased() == engine.lowercased() }?.definition
    }

    /// The SQL statements that give the log that nodes share a feed, `SharedLog.blocks(after:limit:)`, to be run once beside the
    /// tables, also while nodes go on.
    ///
    /// Blocks that are in the log by then are told first.
    public static var feedSchema: String { Schema.feed }

    /// The SQL statements by which the records of nodes are kept in a table for each week, so that old weeks leave the log as a whole;
    /// to be run beside the tables, also while nodes go on, and again before the weeks are used up. Each is run by itself, and not as a
    /// part of a transaction.
    ///
    /// - Parameter count: for how many weeks behind the present one there are to be tables, by the server's clock.
    public static func weeksSchema(_ count: Int) -> String { Schema.weeks(max(count, 0)) }
}
