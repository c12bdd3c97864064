/// How all runs that began in one week, and their blocks, are removed at once from the log of nodes: see `Schema.weeks`.
extension Statement {
    /// The weeks whose blocks have tables of their own which the user may drop, and of whose runs none goes on, in the order of time.
    ///
    /// `$1` is the first place of the earliest week that is not asked for. A row has the name of the week's table, the first place of the
    /// week, and the first place of the week after it. There are no rows where the blocks are not kept in a table for each week.
    static let weeks = Statement(
        """
        WITH week AS (
          SELECT c.relname AS name, (bounds.texts)[1]::bigint AS low, (bounds.texts)[2]::bigint AS high
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            CROSS JOIN regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(\\d+)''\\) TO \\(''(\\d+)''\\)') AS bounds(texts)
          WHERE i.inhparent = to_regclass('keyway.shared_block') AND c.relname LIKE '\(Schema.weekPrefix)%'
            AND bounds.texts IS NOT NULL AND pg_has_role(c.relowner, 'USAGE'))
        SELECT name, low, high FROM week
        WHERE high <= $1::bigint AND NOT EXISTS (
          SELECT FROM keyway.shared_run r WHERE r.place >= low AND r.place < high AND NOT r.is_over)
        ORDER BY low
        """)

    /// The error code that says that since the runs of a week were read, one of them has got records, has begun or was removed.
    static let weekMoved = "KW001"

    /// Drops a week with all of its runs, and their keys, if since they were read no run was begun or removed, and none has got records.
    /// Else it changes nothing, and fails with `weekMoved`.
    ///
    /// The number of the runs and the sum of their identities tell whether they are the same runs. The sum of the numbers of their next
    /// records tells whether one has got records: such a number only grows.
    ///
    /// An append that began before the week was over may be committed as late as it likes. While it is under way it holds a lock on the
    /// table of blocks, so the statement waits for it, for a second at most, as others wait behind the statement. Then the statement looks
    /// for a run that came meanwhile.
    static func drop(_ week: RetiredWeek) -> Statement {
        let isOfWeek = "place >= \(week.places.lowerBound) AND place < \(week.places.upperBound)"
        return Statement(
            """
            DO $$
            DECLARE
              number bigint;
              ends numeric;
              identities numeric;
            BEGIN
              \(Schema.waitsBriefly)
              WITH gone AS (DELETE FROM keyway.shared_run WHERE \(isOfWeek) AND is_over RETURNING run, next),
              keys AS (DELETE FROM keyway.key k USING gone WHERE k.run = gone.run)
              SELECT count(*), coalesce(sum(next), 0),
                  coalesce(sum(('x' || right(replace(run::text, '-', ''), 16))::bit(64)::bigint::numeric), 0)
                INTO number, ends, identities FROM gone;
              LOCK TABLE ONLY keyway.shared_block IN ACCESS EXCLUSIVE MODE;
              IF number <> \(week.runs.count) OR ends <> \(week.sumOfEnds)
                OR mod(identities - \(week.sumOfIdentities), 18446744073709551616) <> 0
                OR EXISTS (SELECT FROM keyway.shared_run WHERE \(isOfWeek))
              THEN
                RAISE EXCEPTION 'runs of keyway.\(week.table) have moved' USING ERRCODE = '\(weekMoved)';
              END IF;
              DROP TABLE keyway.\(week.table);
            END $$
            """)
    }
}
