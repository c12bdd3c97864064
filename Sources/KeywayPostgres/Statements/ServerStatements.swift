/// What is asked of a server before a log in it is opened or read.
extension Statement {
    /// Columns, which nobody reads, of a connection's first statement: they have the server notice soon when the connection is dead.
    private static let keepalives = """
        set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
          set_config('tcp_keepalives_count', '3', false)
        """

    /// The first statement of a connection over which nothing is asked of the server itself.
    static let beginning = Statement("SELECT \(keepalives)")

    /// Whether the server is a standby; and how many sessions of this user in this database have a statement that began more than 2 s ago
    /// and now waits for a standby or for a lock.
    ///
    /// Such a session does not notice that its client has given the statement up, and goes on waiting.
    static let primary = Statement(
        """
        SELECT pg_is_in_recovery(), (
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND usename = current_user AND state = 'active'
            AND (wait_event = 'SyncRep' OR wait_event_type = 'Lock')
            AND query_start < clock_timestamp() - interval '2 s'),
          \(keepalives)
        """)

    /// What the server is and how it is set; and has it notice soon when this connection is dead.
    static let server = Statement(
        """
        SELECT pg_is_in_recovery(), current_setting('fsync') = 'on', current_setting('synchronous_commit'),
          current_setting('synchronous_standby_names') <> '', current_setting('server_version_num')::bigint,
          current_setting('transaction_isolation'), current_setting('transaction_read_only'),
          \(keepalives)
        """)

    /// The number of the form that the tables have; fails where there are no tables.
    static let format = Statement("SELECT format::bigint FROM keyway.log")

    /// For each of `LogTables` whether its tables are there.
    static let tables = Statement(
        "SELECT " + LogTables.allCases.map { "to_regclass('\($0.runs)') IS NOT NULL" }.joined(separator: ", "))

    /// Whether a connection that is made later speaks with the server that has this epoch, and not with one that was a standby of it.
    static let isCurrent = Statement("SELECT epoch >= $1::bigint FROM keyway.log")

    /// The server's time, in milliseconds since 1970.
    static let time = Statement("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
}
