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

    static let eraseKey = Statement("DELETE FROM keyway.key WHERE run = $1::uuid")
}
