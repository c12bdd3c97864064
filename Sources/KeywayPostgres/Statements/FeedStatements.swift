/// What a reader of the feed asks. The feed tells other programs each block of records once it is durable, whichever node appended it.
extension Statement {
    /// The blocks behind a position that are older than every open transaction, in the order of their transactions, at most `limit` +
    /// 1; and the first block that is not that old. A row has the columns of `blocksOfShared`, then the block's transaction and place
    /// and whether it may be told, then what is the same in all rows (`FeedMoment`). Where there is no block, there is one row without
    /// a block.
    ///
    /// Numbers below the oldest open transaction of the statement's snapshot are those of transactions that the snapshot sees, or that
    /// were rolled back. Where the statement has blocks to tell, it also writes something of its own, in the row of node 0, which no node
    /// has: so the blocks are durable once it is answered, and no transaction after a crash gets one of their numbers again.
    ///
    /// The limit stands in the text, so that the planner takes the index.
    static func feed(limit: Int) -> Statement {
        Statement(
            """
            WITH moment AS MATERIALIZED (
              SELECT \(settled) AS settled, txid_snapshot_xmax(txid_current_snapshot()) AS ahead, \(isReady) AS is_ready),
            settled AS MATERIALIZED (
              SELECT \(columns) FROM keyway.shared_block b
              WHERE (SELECT is_ready FROM moment) AND (b.xid, b.place, b.first) > ($1::bigint, $2::bigint, $3::bigint)
                AND b.xid < (SELECT settled FROM moment)
              ORDER BY b.xid, b.place, b.first LIMIT \(limit + 1)),
            held AS MATERIALIZED (
              SELECT \(columns) FROM keyway.shared_block b
              WHERE (SELECT is_ready FROM moment) AND b.xid >= (SELECT settled FROM moment)
              ORDER BY b.xid, b.place, b.first LIMIT 1),
            latest AS MATERIALIZED (
              SELECT max(b.xid) AS xid FROM keyway.shared_block b WHERE (SELECT is_ready FROM moment)),
            told AS (SELECT settled.*, true AS is_settled FROM settled UNION ALL SELECT held.*, false FROM held),
            written AS (
              INSERT INTO keyway.node AS n (node, answers) SELECT 0, 1 WHERE EXISTS (SELECT FROM settled)
              ON CONFLICT (node) DO UPDATE SET answers = n.answers + 1)
            SELECT r.run, r.next, r.flow::bigint, r.reference, NULL, t.first, t.next, t.node, t.append, t.bytes, r.device,
              t.xid, t.place, t.is_settled, m.is_ready, coalesce(l.xid >= m.ahead, false), m.ahead, \(now),
              (SELECT system_identifier FROM pg_control_system()) || '.'
                || (SELECT oid FROM pg_database WHERE datname = current_database()),
              left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), \(durableCommit("$4"))
            FROM moment m CROSS JOIN latest l LEFT JOIN told t ON true LEFT JOIN keyway.shared_run r USING (place)
            ORDER BY t.xid, t.place, t.first
            """)
    }

    /// Whether the log has a feed whose index is made.
    static let hasFeed = Statement("SELECT \(isReady)")

    /// What the feed waits for, in one row: the server's time, the first block that may not be told yet as a row of `blocksOfShared`
    /// has it, and the oldest open transaction with how long it has been open. A user without the right to read all statistics does not
    /// see those of others. It fails where the log has no feed.
    static let feedDelay = Statement(
        """
        WITH moment AS MATERIALIZED (SELECT \(settled) AS settled),
        held AS MATERIALIZED (
          SELECT \(columns) FROM keyway.shared_block b WHERE b.xid >= (SELECT settled FROM moment)
          ORDER BY b.xid, b.place, b.first LIMIT 1),
        open AS (
          SELECT concat('session ', pid, ' of ' || nullif(application_name, ''), ' in ' || datname) AS name,
            backend_xid AS transaction, xact_start AS since
          FROM pg_stat_activity
          UNION ALL SELECT concat('prepared transaction ', gid, ' in ', database), transaction, prepared FROM pg_prepared_xacts)
        SELECT r.run, r.next, r.flow::bigint, r.reference, NULL, t.first, t.next, t.node, t.append, t.bytes, r.device,
          \(now), o.name, \(now) - floor(extract(epoch FROM o.since) * 1000)::bigint
        FROM moment m LEFT JOIN held t ON true LEFT JOIN keyway.shared_run r USING (place)
        LEFT JOIN open o ON o.transaction::text::bigint = m.settled & 4294967295
        ORDER BY o.since LIMIT 1
        """)

    /// Below it stand the numbers of transactions that are done for every reader: the number of the oldest open one.
    private static let settled = "txid_snapshot_xmin(txid_current_snapshot())"

    /// The SQL condition that the feed's index is there and complete.
    private static let isReady = """
        EXISTS (SELECT FROM pg_index i
          WHERE i.indexrelid = to_regclass('keyway.shared_block_feed') AND i.indisvalid)
        """

    /// The columns that are read of a block's row `b`.
    private static let columns = "b.xid, b.place, b.first, b.next, b.node, b.append, b.bytes"
}
