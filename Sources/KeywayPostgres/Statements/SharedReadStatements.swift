import KeywayNodes

/// What nodes read of runs.
extension Statement {
    /// The blocks of runs, for each run from a record on, at most `limit` blocks in all, and no further block behind `size` bytes. A run
    /// that has no block from there on gives a row in which the block's columns are NULL. The last column has how many rows there would be
    /// without the limit of bytes.
    static func blocksOfShared(limit: Int, size: Int) -> Statement {
        Statement(
            """
            SELECT run, next, flow, reference, from_record, first, behind, node, append, bytes, device, rows FROM (
              SELECT page.*, count(*) OVER () AS rows,
                sum(coalesce(octet_length(bytes), 0)) OVER (ORDER BY place, first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
              FROM (
                SELECT r.run, r.next, r.flow::bigint, r.reference, i.first AS from_record, b.first, b.next AS behind, b.node, b.append,
                  b.bytes, r.device, r.place
                FROM unnest($1::uuid[], $2::bigint[]) AS i(run, first) JOIN keyway.shared_run r USING (run)
                LEFT JOIN keyway.shared_block b ON b.place = r.place AND b.first >= i.first
                ORDER BY r.place, b.first LIMIT \(limit)) AS page) AS sized
            WHERE coalesce(before, 0) < \(size) ORDER BY place, first
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
}
