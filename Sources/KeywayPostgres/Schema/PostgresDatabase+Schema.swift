extension PostgresDatabase {
    /// What makes the tables of a log, to be run once in an empty database or beside other tables.
    public static var schema: String { Schema.definition }

    /// What gives the log that nodes share a feed, `SharedLog.blocks(after:limit:)`, to be run once beside the tables, also while nodes go on.
    ///
    /// Blocks that are there by then are told first.
    public static var feedSchema: String { Schema.feed }

    /// What keeps the records of nodes in a table for each week, so that old weeks leave the log as a whole; to be run beside the tables, also
    /// while nodes go on, and again before the weeks are used up.
    ///
    /// - Parameter count: for how many weeks behind the present one there are to be tables, by the server's clock.
    public static func weeksSchema(_ count: Int) -> String { Schema.weeks(max(count, 0)) }
}
