/// What is read of a log.
extension Statement {
    /// The blocks of a run that have records from a sequence on, each with what the run's own row says. Where there is no such block,
    /// there is one row, which has only what the run's own row says.
    static let blocks = Statement(
        """
        SELECT r.run, b.first, b.epoch, b.bytes, r.flow::bigint, r.reference, r.next
        FROM keyway.run r LEFT JOIN keyway.block b ON b.place = r.place AND b.next > $2::bigint
        WHERE r.run = $1::uuid ORDER BY b.first LIMIT $3::bigint
        """)

    /// The blocks of some runs, in the order of the runs, at most so many.
    static let allBlocks = Statement(
        """
        SELECT r.run, b.first, b.epoch, b.bytes, r.flow::bigint, r.reference, r.next
        FROM keyway.run r JOIN keyway.block b USING (place)
        WHERE r.run = ANY($1::uuid[]) ORDER BY r.place, b.first LIMIT $2::bigint
        """)

    /// A version of a flow, and whether it is as it was written.
    static let flow = Statement(
        """
        SELECT canonical, annotations, digest = sha256(canonical) || sha256(annotations)
        FROM keyway.flow WHERE flow = $1::bigint
        """)

    /// A page of the runs that are not over, behind a run, in the order of beginning.
    static let openRuns = Statement(
        """
        SELECT run, next, holding, reference FROM keyway.run
        WHERE is_open
          AND place > CASE WHEN $1::uuid IS NULL THEN 0 ELSE (SELECT place FROM keyway.run WHERE run = $1::uuid) END
        ORDER BY place LIMIT $2::bigint
        """)

    /// The position of the block in which each of these records stands, and the sequence of that block's first record.
    static let blockPositions = Statement(
        """
        SELECT w.run, w.sequence, b.position, b.first
        FROM unnest($1::uuid[], $2::bigint[]) AS w(run, sequence) JOIN keyway.run r USING (run)
        CROSS JOIN LATERAL (
          SELECT position, first FROM keyway.block
          WHERE place = r.place AND first <= w.sequence ORDER BY first DESC LIMIT 1) AS b
        """)

    /// A page of the runs that began with a reference, behind a run, in the order of beginning.
    static let runsOfReference = Statement(
        """
        SELECT run FROM keyway.run
        WHERE sha256(reference) = sha256($1::bytea) AND reference = $1::bytea
          AND place > CASE WHEN $2::uuid IS NULL THEN 0 ELSE (SELECT place FROM keyway.run WHERE run = $2::uuid) END
        ORDER BY place LIMIT $3::bigint
        """)

    /// A page of all runs behind a place, with where each ends, in the order of beginning.
    static func runs(of tables: LogTables) -> Statement {
        Statement(
            """
            SELECT run, place, next, \(tables.isOpen) FROM \(tables.runs)
            WHERE place > $1::bigint ORDER BY place LIMIT $2::bigint
            """)
    }

    /// Looks at a page of blocks behind a place and a first record. Gives how many of these blocks are of no run, the place and the
    /// first record of the last one, and how many blocks the page has.
    static func strayBlocks(of tables: LogTables) -> Statement {
        Statement(
            """
            WITH page AS MATERIALIZED (
              SELECT place, first FROM \(tables.blocks)
              WHERE (place, first) > ($1::bigint, $2::bigint) ORDER BY place, first LIMIT $3::bigint)
            SELECT count(*) FILTER (WHERE NOT EXISTS (SELECT FROM \(tables.runs) r WHERE r.place = page.place)),
              max(place), (SELECT first FROM page ORDER BY place DESC, first DESC LIMIT 1), count(*)
            FROM page
            """)
    }
}
