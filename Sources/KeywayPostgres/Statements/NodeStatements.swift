/// What a node says and asks of nodes. All times are the server's, in milliseconds since 1970.
extension Statement {
    /// The time at which a statement began.
    static let now = "floor(extract(epoch FROM now()) * 1000)::bigint"

    /// Two columns, which nobody reads: computing them has the transaction commit as durably as `CommitDurability` says, and the server
    /// warn where it did not.
    ///
    /// - Parameter parameter: the statement's parameter that has the kind of commit, as `$4`.
    static func durableCommit(_ parameter: String) -> String {
        """
        (SELECT set_config('synchronous_commit', \(parameter)::text, true)),
          (SELECT set_config('client_min_messages', 'warning', true))
        """
    }

    /// Says that the node lives for so long, counted from when the statement began; gives that time.
    static let beat = Statement(
        """
        WITH beaten AS (
          INSERT INTO keyway.node (node, until, label) VALUES ($1::bigint, \(now) + $2::bigint, $3::text)
          ON CONFLICT (node) DO UPDATE SET until = excluded.until, label = excluded.label RETURNING node)
        SELECT \(now), \(durableCommit("$4")) FROM beaten
        """)

    /// How long these nodes live yet, of those that do.
    static let living = Statement(
        "SELECT node, until - \(now) FROM keyway.node WHERE node = ANY($1::bigint[]) AND until > \(now)")

    /// Has a statement that reads also write: counts up `answers` in the node's own row, and locks nothing else. What the statement reads
    /// was committed before this is, so once this is durable and the statement answered, all that it has read is durable as well.
    static let writing = """
        written AS (
          INSERT INTO keyway.node AS n (node, answers) VALUES ($1::bigint, 1)
          ON CONFLICT (node) DO UPDATE SET answers = n.answers + 1 RETURNING node)
        """

    /// What became of appends: where the run ends, and the identity of the append that stands where the asked one was to stand.
    static let settle = Statement(
        """
        WITH \(writing)
        SELECT i.run, r.next, b.node, b.append, \(durableCommit("$4"))
        FROM unnest($2::uuid[], $3::bigint[]) AS i(run, first)
        LEFT JOIN keyway.shared_run r ON r.run = i.run
        LEFT JOIN keyway.shared_block b ON b.place = r.place AND b.first = i.first
        """)

    /// Where these runs end; a row without a number for one that the log does not have.
    static let confirm = Statement(
        """
        WITH \(writing)
        SELECT i.run, r.next, \(durableCommit("$3"))
        FROM unnest($2::uuid[]) AS i(run)
        LEFT JOIN keyway.shared_run r ON r.run = i.run
        """)
}
