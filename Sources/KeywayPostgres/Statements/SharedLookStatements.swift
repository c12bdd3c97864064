import KeywayNodes

/// How nodes find runs whose promise has passed.
extension Statement {
    /// Takes runs whose `wake`, the time from which looks find them, has passed: no node is told of them again before their `due`, or,
    /// where that has passed as well, for a lease. Gives each run with its new `wake`, NULL for a run that this look sets aside because too
    /// many nodes that looked at it have died, and with the `wake` that has passed.
    ///
    /// The limit stands in the text: a planner that does not know it takes it for a tenth of the table, and reads the whole.
    static func look(limit: Int) -> Statement {
        Statement(
            """
            WITH served AS MATERIALIZED (
              SELECT flow FROM keyway.flow WHERE substring(digest FROM 1 FOR 32) = ANY($3::bytea[])),
            seen AS MATERIALIZED (
              SELECT passed.* FROM served CROSS JOIN LATERAL (
                SELECT r.place, r.wake, r.due, r.looks, r.looker FROM keyway.shared_run r
                WHERE r.flow = served.flow AND r.wake >= $4::bigint AND r.wake <= \(now)
                ORDER BY r.wake LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED) AS passed
              ORDER BY passed.wake LIMIT \(limit)),
            judged AS MATERIALIZED (
              SELECT place, wake, due, looks + CASE
                WHEN looker IS NULL OR EXISTS (SELECT FROM keyway.node n WHERE n.node = looker AND n.until > \(now)) THEN 0
                ELSE 1 END AS looks
              FROM seen)
            UPDATE keyway.shared_run r SET looker = $1::bigint, looks = j.looks, is_set_aside = j.looks >= \(EngineStatement.greatestLooks),
              wake = CASE WHEN j.looks >= \(EngineStatement.greatestLooks) THEN NULL WHEN j.due > \(now) THEN j.due
                ELSE \(now) + $2::bigint END
            FROM judged j WHERE r.place = j.place
            RETURNING r.run, r.wake, j.wake, \(durableCommit("$5"))
            """)
    }

    /// The versions of flows, besides some, of which runs wait for a look, now or later.
    static let versions = Statement(
        """
        SELECT f.canonical, f.annotations FROM keyway.flow f
        WHERE substring(f.digest FROM 1 FOR 32) <> ALL($1::bytea[]) AND f.digest = sha256(f.canonical) || sha256(f.annotations)
          AND EXISTS (SELECT FROM keyway.shared_run r WHERE r.flow = f.flow AND r.wake IS NOT NULL)
        ORDER BY f.flow LIMIT \(EngineStatement.greatestFound)
        """)

    /// Puts off the next look at runs, each if nobody has appended to the run or looked at it since the look of the node that asks.
    /// That node counts no more among those that looked and died.
    static let postpone = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT r.place, i.promise
          FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS i(run, next, wake, promise)
          JOIN keyway.shared_run r ON r.run = i.run AND r.next = i.next AND r.wake = i.wake
          ORDER BY r.run FOR NO KEY UPDATE OF r SKIP LOCKED)
        UPDATE keyway.shared_run r SET due = held.promise, wake = held.promise, looks = 0, looker = NULL
        FROM held WHERE r.place = held.place
        RETURNING \(durableCommit("$5"))
        """)

    /// Ends looks at runs, each unless another look has followed. The node that asks counts no more among those that looked and died.
    static let endLooks = Statement(
        """
        WITH held AS MATERIALIZED (
          SELECT r.place FROM unnest($1::uuid[], $2::bigint[]) AS i(run, wake)
          JOIN keyway.shared_run r ON r.run = i.run AND r.wake = i.wake
          ORDER BY r.run FOR NO KEY UPDATE OF r SKIP LOCKED)
        UPDATE keyway.shared_run r SET looks = 0, looker = NULL
        FROM held WHERE r.place = held.place
        RETURNING \(durableCommit("$3"))
        """)

    /// The SHA-256 of tables of flows, the first 32 bytes of `keyway.flow.digest`. Looks, two in a second, name the flows by it, and do not
    /// send whole tables each time.
    static let digests = Statement("SELECT sha256(i.canonical) FROM unnest($1::bytea[]) AS i(canonical)")
}
