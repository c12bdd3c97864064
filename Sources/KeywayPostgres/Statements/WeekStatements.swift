/// How a whole week of the log of nodes leaves a database: see `Schema.weeks`.
extension Statement {
    /// The weeks whose blocks have tables of their own which the user may drop, and in which no run goes on: the table, its first place and
    /// the first one behind it, a row for each in the order of time. There is none where the log does not lie in weeks.
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

    /// The error that says that the runs of a week are not those that were read.
    static let weekMoved = "KW001"

    /// Drops a week with all of its runs, and their keys, if these are the runs that were read, by the sum of their identities, and end
    /// where they were read: ends only grow, so their sum tells. Else it changes nothing, and fails with `weekMoved`.
    ///
    /// An append that began before the week was over may come as late as it likes: while it is under way it has the table of blocks, so
    /// this waits for it, and then looks again whether the week is empty. It waits for a second at most, for others wait behind it.
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
