import KeywayNodes

/// What nodes read of runs.
extension Statement {
    /// The blocks of runs, for each run from a record on, at most `limit` blocks in all. A run that has no block from there on gives a row
    /// in which the block's columns are NULL.
    static func blocksOfShared(limit: Int) -> Statement {
        Statement(
            """
            SELECT r.run, r.next, r.flow::bigint, r.reference, i.first, b.first, b.next, b.node, b.append, b.bytes, r.device
            FROM unnest($1::uuid[], $2::bigint[]) AS i(run, first) JOIN keyway.shared_run r USING (run)
            LEFT JOIN keyway.shared_block b ON b.place = r.place AND b.first >= i.first
            ORDER BY r.place, b.first LIMIT \(limit)
            """)
    }

    /// The run that began by a request.
    static let runOfRequest = Statement(
        "SELECT run FROM keyway.shared_run WHERE sha256(request) = sha256($1::bytea) AND request = $1::bytea")

    /// The runs of these versions that began with a reference and are not over, the last one first.
    static let runsOfSharedReference = Statement(
        """
        SELECT r.run FROM keyway.shared_run r JOIN keyway.flow f ON f.flow = r.flow
        WHERE sha256(r.reference) = sha256($1::bytea) AND r.reference = $1::bytea AND NOT r.is_over
          AND substring(f.digest FROM 1 FOR 32) = ANY($2::bytea[])
        ORDER BY r.place DESC LIMIT \(EngineStatement.greatestFound)
        """)

    /// Which of these runs have the record with the sequence `next` by now: they have gone on.
    static let continuedShared = Statement(
        """
        SELECT r.run FROM unnest($1::uuid[], $2::bigint[]) AS i(run, next)
        JOIN keyway.shared_run r ON r.run = i.run AND r.next > i.next
        """)

    /// What the user may not do with the tables of nodes: a row for each missing right, with its table. A table that is missing itself has
    /// rows in which the right is NULL.
    static let missingSharedRights = Statement(
        """
        SELECT CASE WHEN to_regclass(needed.name) IS NOT NULL THEN needed.right END, needed.name
        FROM (VALUES ('SELECT', 'keyway.node'), ('INSERT', 'keyway.node'), ('UPDATE', 'keyway.node'),
          ('SELECT', 'keyway.flow'), ('INSERT', 'keyway.flow'), ('SELECT', 'keyway.shared_run'),
          ('INSERT', 'keyway.shared_run'), ('UPDATE', 'keyway.shared_run'), ('SELECT', 'keyway.shared_block'),
          ('INSERT', 'keyway.shared_block'), ('SELECT', 'keyway.shared_device'), ('INSERT', 'keyway.shared_device'),
          ('UPDATE', 'keyway.shared_device')) AS needed("right", name)
        WHERE CASE WHEN to_regclass(needed.name) IS NULL THEN true
          ELSE NOT has_table_privilege(to_regclass(needed.name), needed.right) END
        """)
}
