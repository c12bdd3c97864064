/// How runs that have ended leave a database, beside whoever writes there.
extension Statement {
    /// Deletes runs that are over and end where the caller has read them, with their blocks and keys; gives those that are gone.
    ///
    /// A run that another statement has locked is not waited for and stays, so no circle of waiting can arise. Only for a key that somebody
    /// erases at this moment it waits.
    static func retire(from tables: LogTables) -> Statement {
        Statement(
            """
            WITH held AS MATERIALIZED (
              SELECT r.place, r.run
              FROM unnest($1::uuid[], $2::bigint[]) AS i(run, next)
              JOIN \(tables.runs) r ON r.run = i.run AND r.next = i.next AND NOT (\(tables.isOpen))
              ORDER BY r.run FOR UPDATE OF r SKIP LOCKED),
            blocks AS (DELETE FROM \(tables.blocks) b USING held WHERE b.place = held.place),
            keys AS (DELETE FROM keyway.key k USING held WHERE k.run = held.run)
            DELETE FROM \(tables.runs) r USING held WHERE r.place = held.place RETURNING r.run
            """)
    }

    /// The nodes whose lease ended before a time, in milliseconds since 1970. The row of number 0 is the feed's, and of no node.
    static let goneNodes = Statement("SELECT node FROM keyway.node WHERE until < $1::bigint AND node <> 0")

    /// Deletes those of these nodes whose lease still ended before the time. A row that another statement has locked stays.
    static let deleteNodes = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT node FROM keyway.node WHERE node = ANY($1::bigint[]) AND until < $2::bigint
          ORDER BY node FOR UPDATE SKIP LOCKED)
        DELETE FROM keyway.node n USING held WHERE n.node = held.node RETURNING n.node
        """)

    /// Deletes keys of runs that never began, and whose identities are lower than the given one, some at a time; gives those that are gone.
    ///
    /// Only where the log of one process was never opened: it may keep records of a run for long before the database has them, and the
    /// identities of its runs tell no time. A key that another statement has locked stays.
    static let deleteUnusedKeys = Statement(
        "WITH unused AS MATERIALIZED (\(unusedKeys) LIMIT 1024 FOR UPDATE OF k SKIP LOCKED) "
            + "DELETE FROM keyway.key k USING unused WHERE k.run = unused.run RETURNING k.run")

    /// How many keys `deleteUnusedKeys` would delete in all.
    static let countUnusedKeys = Statement("SELECT count(*) FROM (\(unusedKeys)) AS unused")

    private static let unusedKeys = """
        SELECT k.run FROM keyway.key k
        WHERE k.run < $1::uuid AND (SELECT epoch = 0 FROM keyway.log)
          AND NOT EXISTS (SELECT FROM keyway.shared_run r WHERE r.run = k.run)
        """

    /// A page of the rows of devices, from this name of a device on.
    static let pageOfDevices = Statement(
        "SELECT device, version, state FROM keyway.shared_device WHERE device >= $1::bytea ORDER BY device LIMIT $2::bigint"
    )

    /// Which of these runs the log of nodes has.
    static let sharedRunsThere = Statement("SELECT run FROM keyway.shared_run WHERE run = ANY($1::uuid[])")

    /// Deletes rows of devices that nobody has changed since they were read.
    static let deleteDevices = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT d.device FROM unnest($1::bytea[], $2::bigint[]) AS i(device, version)
          JOIN keyway.shared_device d ON d.device = i.device AND d.version = i.version
          ORDER BY d.device FOR UPDATE OF d SKIP LOCKED)
        DELETE FROM keyway.shared_device d USING held WHERE d.device = held.device RETURNING d.device
        """)

    /// The rights that the user lacks, a row for each: the right and the table, such as `DELETE` and `keyway.block`.
    static let missingRightsToRetire = Statement(
        """
        SELECT wanted."right", tables.name
        FROM (VALUES ('keyway.run'), ('keyway.block'), ('keyway.key'), ('keyway.node'), ('keyway.shared_run'),
            ('keyway.shared_block'), ('keyway.shared_device')) AS tables(name)
          CROSS JOIN (VALUES ('SELECT'), ('UPDATE'), ('DELETE')) AS wanted("right")
        WHERE to_regclass(tables.name) IS NOT NULL
          AND NOT has_table_privilege(to_regclass(tables.name), wanted."right")
        """)
}
