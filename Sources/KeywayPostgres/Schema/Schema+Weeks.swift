extension Schema {
    /// The beginning of the name of a week's table of blocks; behind it stands the number of the week since 1970.
    static let weekPrefix = "shared_block_w"

    static let millisecondsOfWeek: Int64 = 604_800_000

    /// How many bits the number of the run has in a run's place; the number of the week stands above them.
    private static let weekShift = 40

    /// The first place of a week. Weeks are counted since 1970, as the server's function (`begin_place_with_week`) does it.
    static func place(ofWeek week: Int64) -> Int64 { week << weekShift }

    /// The number of the present week, by the server's clock.
    private static let presentWeek = "floor(extract(epoch FROM now()) / \(millisecondsOfWeek / 1000))::bigint"

    /// In a block of PL/pgSQL: makes the table of `week`.
    private static let makeWeek = """
        EXECUTE format('CREATE TABLE keyway.\(weekPrefix)%s PARTITION OF keyway.shared_block FOR VALUES FROM (%s) TO (%s)',
                week, week::bigint << \(weekShift), (week + 1)::bigint << \(weekShift));
        """

    /// The SQL statements by which the blocks of nodes are kept in a table for each week. They make the tables of this week and of the
    /// `count` weeks behind it, and may be run again.
    ///
    /// The blocks alone are partitioned: the identity of a run, and the request that began it, must be unique in the whole log. Blocks have
    /// no time, so the place of a run begins with its week. A trigger adds the week: so the place stays an identity column, for which the
    /// nodes' user needs no right to a sequence. Where no week's table is left, blocks go to a table for all others, and the log goes on.
    static func weeks(_ count: Int) -> String {
        """
        -- From now on the place of a run begins with the week in which it begins, and the records of each week have a table of their own.
        -- Those that are there stay where they are, in shared_block_before. Nodes wait while that table is read once.
        DO $$
        DECLARE
          held record;
          week bigint := \(presentWeek);
        BEGIN
          IF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'keyway.shared_block'::regclass) THEN
            RETURN;
          END IF;
          \(waitsBriefly)
          LOCK TABLE keyway.shared_run, keyway.shared_block IN ACCESS EXCLUSIVE MODE;
          CREATE FUNCTION keyway.begin_place_with_week() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.place := NEW.place | (\(presentWeek) << \(weekShift)); RETURN NEW; END';
          CREATE TRIGGER begin_place_with_week BEFORE INSERT ON keyway.shared_run
            FOR EACH ROW EXECUTE FUNCTION keyway.begin_place_with_week();
          ALTER TABLE keyway.shared_block RENAME TO shared_block_before;
          ALTER INDEX keyway.shared_block_pkey RENAME TO shared_block_before_pkey;
          CREATE TABLE keyway.shared_block (LIKE keyway.shared_block_before INCLUDING DEFAULTS, PRIMARY KEY (place, first))
            PARTITION BY RANGE (place);
          CREATE TABLE keyway.shared_block_other PARTITION OF keyway.shared_block DEFAULT;
          ALTER TABLE keyway.shared_block ATTACH PARTITION keyway.shared_block_before
            FOR VALUES FROM (MINVALUE) TO (\(place(ofWeek: 1)));
          IF to_regclass('keyway.shared_block_feed') IS NOT NULL THEN
            ALTER INDEX keyway.shared_block_feed RENAME TO shared_block_before_feed;
            CREATE INDEX shared_block_feed ON keyway.shared_block (xid, place, first);
          END IF;
          -- Runs begin in this week as soon as nodes go on, and a week with records in shared_block_other gets no table.
          \(makeWeek)
          -- Whoever may use the table may use the new one.
          FOR held IN
            SELECT pg_get_userbyid(c.relowner) AS owner FROM pg_class c WHERE c.oid = 'keyway.shared_block_before'::regclass
          LOOP
            EXECUTE format('ALTER TABLE keyway.shared_block OWNER TO %I', held.owner);
            EXECUTE format('ALTER TABLE keyway.shared_block_other OWNER TO %I', held.owner);
          END LOOP;
          FOR held IN
            SELECT a.privilege_type AS "right",
              CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
            FROM pg_class c CROSS JOIN aclexplode(c.relacl) a WHERE c.oid = 'keyway.shared_block_before'::regclass
          LOOP
            EXECUTE format('GRANT %s ON keyway.shared_block TO %s', held."right", held.grantee);
          END LOOP;
        END $$;

        -- Tables for this week and \(count) more. A week that has none when its runs begin is kept in shared_block_other, and stays there.
        -- For each new table the server makes sure that shared_block_other has no record of that week, and nodes wait while it reads all
        -- of it, unless a constraint says so. For weeks that begin in an hour or later it is read once therefore, while nodes go on.
        -- It cannot be a part of a transaction. Where it is interrupted, call it again: the constraint would refuse records of those weeks.
        -- Where another statement, a backup for one, has a table for longer than a second, it fails with 55P03: call it again later.
        DO $$
        DECLARE
          present bigint := \(presentWeek);
          later bigint := floor((extract(epoch FROM now()) + 3600) / \(millisecondsOfWeek / 1000)) + 1;
          low bigint;
          high bigint;
          is_blocked boolean := false;
        BEGIN
          \(waitsBriefly)
          SELECT greatest(later, (max(place) >> \(weekShift)) + 1) INTO later FROM keyway.shared_block_other;
          IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'keyway.shared_block_other'::regclass AND conname = 'no_later_week') THEN
            ALTER TABLE keyway.shared_block_other DROP CONSTRAINT no_later_week;
          END IF;
          -- A table that has nothing needs no constraint, and so leaves none behind.
          IF pg_relation_size('keyway.shared_block_other') > 0
            AND EXISTS (SELECT FROM generate_series(later, present + \(count)) AS w(week) WHERE to_regclass('keyway.\(weekPrefix)' || week) IS NULL)
          THEN
            EXECUTE format('ALTER TABLE keyway.shared_block_other ADD CONSTRAINT no_later_week CHECK (place < %s OR place >= %s) NOT VALID',
              later << \(weekShift), (present + \(count) + 1) << \(weekShift));
            COMMIT;
            ALTER TABLE keyway.shared_block_other VALIDATE CONSTRAINT no_later_week;
            COMMIT;
          END IF;
          FOR week IN present .. present + \(count) LOOP
            CONTINUE WHEN to_regclass('keyway.\(weekPrefix)' || week) IS NOT NULL;
            low := week::bigint << \(weekShift);
            high := (week + 1)::bigint << \(weekShift);
            IF EXISTS (SELECT FROM keyway.shared_block_other WHERE place >= low AND place < high) THEN
              RAISE WARNING 'week % gets no table: keyway.shared_block_other has records of it', week;
              CONTINUE;
            END IF;
            BEGIN
              \(waitsBriefly)
              \(makeWeek)
            EXCEPTION WHEN lock_not_available THEN
              is_blocked := true;
              EXIT;
            END;
            COMMIT;
          END LOOP;
          -- It would refuse records of a week that has no table yet once that begins; where all have one, it refuses nothing.
          FOR try IN 1 .. CASE WHEN is_blocked THEN 12 ELSE 1 END LOOP
            EXIT WHEN NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'keyway.shared_block_other'::regclass AND conname = 'no_later_week');
            BEGIN
              \(waitsBriefly)
              ALTER TABLE keyway.shared_block_other DROP CONSTRAINT no_later_week;
            EXCEPTION WHEN lock_not_available THEN
              IF is_blocked THEN PERFORM pg_sleep(4); END IF;
            END;
            COMMIT;
          END LOOP;
          IF is_blocked THEN
            RAISE EXCEPTION 'not every week has a table: another statement has keyway.shared_block; call this again later'
              USING ERRCODE = 'lock_not_available';
          END IF;
        END $$;
        """
    }
}
