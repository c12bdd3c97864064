/// What a store of runs' keys asks for; a key is kept wrapped: encrypted by another, which no database has. Each may be asked twice.
extension Statement {
    /// Keeps keys, each unless its run has another one; gives the runs whose keys are kept. All statements take runs in one order, so no
    /// two wait for each other in a circle.
    static let keepKeys = Statement(
        """
        INSERT INTO keyway.key (run, wrapped)
        SELECT run, wrapped FROM unnest($1::uuid[], $2::bytea[]) AS i(run, wrapped) ORDER BY run
        ON CONFLICT (run) DO UPDATE SET wrapped = excluded.wrapped WHERE keyway.key.wrapped = excluded.wrapped
        RETURNING run
        """)

    static let keys = Statement("SELECT run, wrapped FROM keyway.key WHERE run = ANY($1::uuid[])")

    /// Erases keys; gives the runs whose keys another statement holds at this moment: they are not waited for, since that one may wait for
    /// keys that this one holds.
    ///
    /// Where a key is not there any more, an earlier statement may have erased it, and wait for a standby: this one writes a message,
    /// which no table gets, and so is answered only once all that was committed before it is as durable.
    static let eraseKeys = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT run FROM keyway.key WHERE run = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED),
        erased AS (DELETE FROM keyway.key k USING held WHERE k.run = held.run RETURNING k.run)
        SELECT left_out.run, told.message
        FROM (SELECT CASE WHEN (SELECT count(*) FROM erased) < cardinality($1::uuid[])
            THEN pg_logical_emit_message(true, 'keyway', '') END AS message) AS told
          LEFT JOIN (SELECT run FROM keyway.key WHERE run = ANY($1::uuid[]) EXCEPT SELECT run FROM erased) AS left_out ON true
        """)
}
