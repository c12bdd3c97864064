/// Who writes the log: the row that one process holds, and renews as long as it lives.
///
/// Whoever takes the log over raises its epoch, and each append asks for the epoch of its own opening. So from then on no
/// statement of an earlier opening writes anything, however late it arrives. Each append asks for the holder as well, which is
/// one `PostgresDatabase` of one process: a database that was restored from a backup gives an epoch out twice.
extension Statement {
    /// Who has the log, and how often the lease was renewed.
    static let readLease = Statement("SELECT epoch, holder, renewals, is_free, lease, label FROM keyway.log")

    /// Acquires the lease, if it is still as it was seen; otherwise, and while somebody appends, it gives no row.
    ///
    /// It never waits: a server may keep the statement of a process that is gone, with its lock, for hours.
    static let acquire = Statement(
        """
        WITH seen AS MATERIALIZED (
          SELECT epoch FROM keyway.log WHERE epoch = $1::bigint AND renewals = $2::bigint FOR UPDATE SKIP LOCKED)
        UPDATE keyway.log l
        SET epoch = l.epoch + 1, holder = $3::bigint, label = $4::text, lease = $5::bigint, is_free = false,
          renewals = 0, renewed = clock_timestamp()
        FROM seen WHERE l.epoch = seen.epoch
        RETURNING l.epoch
        """)

    /// Renews the lease of an opening; says whether the log is still this opening's, and whether the lease was renewed.
    ///
    /// It does not wait for the row's lock: that may be held by an earlier renewal, which waits in its commit.
    static let renew = Statement(
        """
        WITH own AS MATERIALIZED (
          SELECT epoch FROM keyway.log WHERE epoch = $1::bigint AND holder = $2::bigint FOR NO KEY UPDATE SKIP LOCKED),
        renewed AS (
          UPDATE keyway.log l SET renewals = l.renewals + 1, renewed = clock_timestamp()
          FROM own WHERE l.epoch = own.epoch RETURNING l.epoch)
        SELECT EXISTS (SELECT FROM keyway.log WHERE epoch = $1::bigint AND holder = $2::bigint),
          EXISTS (SELECT FROM renewed)
        """)

    /// Gives the log to whoever waits for it. The epoch is raised, so that a late renewal does not hold the log again.
    static let release = Statement(
        """
        UPDATE keyway.log SET is_free = true, epoch = epoch + 1 WHERE epoch = $1::bigint AND holder = $2::bigint
        """)
}
