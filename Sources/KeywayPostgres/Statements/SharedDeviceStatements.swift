/// What nodes ask of the rows of devices. A device is a person's, on which runs share providers' SDKs and lanes; its row says who has them.
extension Statement {
    /// The rows of devices; those that are not there are made. One that another statement makes at the same time is left out.
    ///
    /// By `writing` the statement also counts up a number in the node's own row. So it is answered only once that, and with it all that it
    /// has read, is durable: what callers are then told cannot be lost. `durableCommit` sets how durable that is.
    ///
    /// A row's version counts its changes, and begins with the time in milliseconds. So a row that was removed and is made anew has a
    /// greater version than any that a node may still have in memory, as long as a device changes less than a thousand times a second
    /// and the server's clock is not set back.
    static let devices = Statement(
        """
        WITH \(writing),
        asked AS (SELECT DISTINCT unnest($2::bytea[]) AS device),
        made AS (
          INSERT INTO keyway.shared_device (device, version)
          SELECT device, \(now) FROM asked WHERE NOT EXISTS (SELECT FROM keyway.shared_device d WHERE d.device = asked.device)
          ORDER BY device ON CONFLICT DO NOTHING RETURNING device, version, state),
        told AS (
          SELECT device, version, state FROM made
          UNION ALL SELECT d.device, d.version, d.state FROM keyway.shared_device d JOIN asked USING (device))
        SELECT device, version, state, \(durableCommit("$3")) FROM told
        """)

    /// Changes rows of devices, each if it still has the version that the node has read; gives the devices that were changed. A row that
    /// another statement has locked is passed over, and not waited for. `durableCommit` sets how durable the change is before the answer.
    static let changeDevices = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT d.device, i.state
          FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) AS i(device, version, state)
          JOIN keyway.shared_device d ON d.device = i.device AND d.version = i.version
          ORDER BY d.device FOR NO KEY UPDATE OF d SKIP LOCKED)
        UPDATE keyway.shared_device d SET version = d.version + 1, state = held.state
        FROM held WHERE d.device = held.device
        RETURNING d.device, \(durableCommit("$4"))
        """)
}
