/// What a log's writer asks for.
extension Statement {
    /// Appends blocks of different runs in one transaction: each is stored only if it begins where its run ends, and if its first record is
    /// no earlier than the run's last one. Where the opening no longer has the log, none is stored.
    ///
    /// The first column says whether the log still has the epoch and the holder of the opening that appends: the opening's number, and
    /// that of the `PostgresDatabase` which opened it. The second has a run whose block was stored, and there is one row for each. The
    /// log's row is locked against whoever would take the log, until these blocks are durable.
    ///
    /// The last two columns are read by nobody. Computing them sets for this transaction the kind of commit that was found when the log was
    /// opened, and has the server warn of a commit that is on this server only.
    static let append = Statement(
        """
        WITH fence AS MATERIALIZED (
          SELECT epoch FROM keyway.log WHERE epoch = $1::bigint AND holder = $2::bigint FOR KEY SHARE),
        input AS (
          SELECT i.* FROM fence, unnest(
            $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[],
            $10::bytea[], $11::bytea[], $12::bytea[]) WITH ORDINALITY
          AS i(run, first, next, earliest, latest, flow, is_open, holding, reference, bytes, ordinal)),
        begun AS (
          INSERT INTO keyway.run (run, next, latest, flow, is_open, holding, reference)
          SELECT run, next, latest, flow, is_open, holding, reference FROM input WHERE first = 0 ORDER BY ordinal
          ON CONFLICT (run) DO NOTHING RETURNING run, place),
        moved AS (
          UPDATE keyway.run r SET next = i.next, latest = i.latest, is_open = i.is_open, holding = i.holding
          FROM input i WHERE i.first > 0 AND r.run = i.run AND r.next = i.first AND r.latest <= i.earliest
          RETURNING r.run, r.place),
        ended AS (SELECT run, place FROM begun UNION ALL SELECT run, place FROM moved),
        stored AS (
          INSERT INTO keyway.block (place, first, next, epoch, bytes)
          SELECT ended.place, i.first, i.next, $1::bigint, i.bytes FROM input i JOIN ended USING (run) ORDER BY i.ordinal
          RETURNING place)
        SELECT EXISTS (SELECT FROM fence), ended.run,
          (SELECT set_config('synchronous_commit', $13::text, true)),
          (SELECT set_config('client_min_messages', 'warning', true))
        FROM (VALUES (true)) AS always LEFT JOIN (stored JOIN ended USING (place)) ON true
        """)

    /// Where runs end; asked of the runs whose blocks were not stored.
    static let ends = Statement("SELECT run, next, latest FROM keyway.run WHERE run = ANY($1::uuid[])")

    /// Adds a version of a flow, unless the log has it, and gives its number.
    static let addFlow = Statement(
        """
        WITH new AS (
          INSERT INTO keyway.flow (digest, canonical, annotations)
          SELECT sha256($1::bytea) || sha256($2::bytea), $1::bytea, $2::bytea
          WHERE NOT EXISTS (SELECT FROM keyway.flow WHERE digest = sha256($1::bytea) || sha256($2::bytea))
          ON CONFLICT (digest) DO NOTHING RETURNING flow)
        SELECT flow::bigint FROM new
        UNION ALL SELECT flow::bigint FROM keyway.flow WHERE digest = sha256($1::bytea) || sha256($2::bytea)
        """)
}
