/// What nodes ask of the rows of devices.
extension Statement {
    /// The rows of devices; those that are not there are made. One that another statement is making at this moment is left out.
    ///
    /// Like `settle` the statement also writes something of the node's own, for callers are told what follows from its answer.
    ///
    /// A new row's version begins with the time: a row that was removed and is made anew never has a version that a node still believes,
    /// as long as a device changes less than a thousand times a second and the server's clock is not set back.
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
        SELECT device, version, state, \(promisedCommit("$3")) FROM told
        """)

    /// Changes rows of devices that are as their node believes; gives those that were changed.
    static let changeDevices = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT d.device, i.state
          FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) AS i(device, version, state)
          JOIN keyway.shared_device d ON d.device = i.device AND d.version = i.version
          ORDER BY d.device FOR NO KEY UPDATE OF d SKIP LOCKED)
        UPDATE keyway.shared_device d SET version = d.version + 1, state = held.state
        FROM held WHERE d.device = held.device
        RETURNING d.device, \(promisedCommit("$4"))
        """)
}
