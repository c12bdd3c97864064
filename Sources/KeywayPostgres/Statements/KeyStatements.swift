/// What a store of runs' keys asks for; a key is kept wrapped: encrypted by another, which no database has. Each may be asked twice.
extension Statement {
    /// Keeps a key, unless the run has another one; then it gives no row.
    static let keepKey = Statement(
        """
        INSERT INTO keyway.key (run, wrapped) VALUES ($1::uuid, $2::bytea)
        ON CONFLICT (run) DO UPDATE SET wrapped = excluded.wrapped WHERE keyway.key.wrapped = excluded.wrapped
        RETURNING run
        """)

    static let key = Statement("SELECT wrapped FROM keyway.key WHERE run = $1::uuid")

    /// Erases a key. Where there is none any more, an earlier statement may have erased it, and wait for a standby: this one writes a
    /// message, which no table gets, and so is answered only once all that was committed before it is as durable.
    static let eraseKey = Statement(
        """
        WITH erased AS (DELETE FROM keyway.key WHERE run = $1::uuid RETURNING run)
        SELECT CASE WHEN NOT EXISTS (SELECT FROM erased) THEN pg_logical_emit_message(true, 'keyway', '') END
        """)
}
