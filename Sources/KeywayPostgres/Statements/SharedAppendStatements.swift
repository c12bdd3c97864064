/// How nodes append to runs that all of them may append to.
extension Statement {
    /// Appends blocks of different runs, each if it begins where its run ends, and if the device that it changes is as its node believes;
    /// gives the runs that have won. Of several that change one device only one may win.
    ///
    /// No two such statements wait for each other in a circle. A device or a run of which another statement has the row locked is
    /// passed over, and not waited for. Only the beginning of a run waits: for another beginning of the same run or request that is not
    /// committed yet; and all statements take beginnings in one order.
    ///
    /// Where an append moves its run, `looker` is emptied as well as `looks`: if the node that looked last dies later, it is not counted.
    static let appendShared = Statement(
        """
        WITH given AS (
          SELECT * FROM unnest(
            $1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[], $7::boolean[], $8::boolean[],
            $9::bigint[], $10::bytea[], $11::bytea[], $12::bigint[], $13::bytea[], $14::bigint[], $15::bytea[])
          AS i(run, first, next, append, bytes, due, is_over, moves, flow, request, reference, node, device, version,
            state)),
        changes AS (
          SELECT DISTINCT ON (device) device, version, run FROM given WHERE version IS NOT NULL ORDER BY device, run),
        changeable AS MATERIALIZED (
          SELECT c.run FROM changes c JOIN keyway.shared_device d ON d.device = c.device AND d.version = c.version
          ORDER BY d.device FOR NO KEY UPDATE OF d SKIP LOCKED),
        input AS MATERIALIZED (
          SELECT * FROM given WHERE version IS NULL OR run IN (SELECT run FROM changeable)),
        begun AS (
          INSERT INTO keyway.shared_run (run, next, wake, due, flow, is_over, request, reference, device)
          SELECT run, next, due, due, flow, is_over, request, reference, device FROM input WHERE first = 0
          ORDER BY request NULLS FIRST, run
          ON CONFLICT DO NOTHING RETURNING run, place),
        held AS MATERIALIZED (
          SELECT i.next, i.due, i.is_over, i.moves, r.place
          FROM input i JOIN keyway.shared_run r ON r.run = i.run AND r.next = i.first
          WHERE i.first > 0 ORDER BY r.run FOR NO KEY UPDATE OF r SKIP LOCKED),
        moved AS (
          UPDATE keyway.shared_run r SET next = h.next, due = h.due, is_over = h.is_over,
            wake = CASE WHEN h.due IS NULL THEN NULL ELSE least(r.wake, h.due) END,
            looks = CASE WHEN h.moves THEN 0 ELSE r.looks END, looker = CASE WHEN h.moves THEN NULL ELSE r.looker END,
            is_set_aside = r.is_set_aside AND NOT h.moves
          FROM held h WHERE r.place = h.place RETURNING r.run, r.place),
        won AS (SELECT run, place FROM begun UNION ALL SELECT run, place FROM moved),
        stored AS (
          INSERT INTO keyway.shared_block (place, first, next, node, append, bytes)
          SELECT won.place, i.first, i.next, i.node, i.append, i.bytes FROM input i JOIN won USING (run)
          RETURNING place),
        changed AS (
          UPDATE keyway.shared_device d SET version = d.version + 1, state = i.state
          FROM input i JOIN won USING (run) WHERE i.version IS NOT NULL AND d.device = i.device)
        SELECT won.run, \(durableCommit("$16")) FROM stored JOIN won USING (place)
        """)
}
