/// The tables of a log, as a database must have them before a log is opened in it.
enum Schema {
    /// The number of this form of the tables; a build reads and writes this one only.
    static let format: Int64 = 1

    /// In a block of PL/pgSQL: until its transaction ends each lock is waited for a second at most.
    ///
    /// A backup has all tables for as long as it reads. Behind a statement that waits for such a table for itself, all others wait that want
    /// the table, those of nodes as well.
    static let waitsBriefly = "PERFORM set_config('lock_timeout', '1000', true);"

    /// The SQL statements that make the tables, to be run once by whoever owns the database.
    ///
    /// Why the tables are as they are stands in the article about a log in PostgreSQL.
    static let definition = """
        CREATE SCHEMA keyway;

        -- The log as a whole: one row. Who writes it, and how often that process has shown that it lives.
        -- The epoch is a key, so that a process that renews its lease does not wait for an append, and one that takes the log does.
        CREATE TABLE keyway.log (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
          format integer NOT NULL,
          epoch bigint NOT NULL UNIQUE DEFAULT 0,
          holder bigint NOT NULL DEFAULT 0,
          label text NOT NULL DEFAULT '',
          is_free boolean NOT NULL DEFAULT true,
          lease bigint NOT NULL DEFAULT 0,
          renewals bigint NOT NULL DEFAULT 0,
          renewed timestamptz
        );
        INSERT INTO keyway.log (format) VALUES (\(format));

        -- Each version of a flow once: its table, and where its rows stand in the spec.
        CREATE TABLE keyway.flow (
          flow integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          digest bytea NOT NULL UNIQUE,
          canonical bytea NOT NULL,
          annotations bytea NOT NULL
        );

        -- Where each run ends. `holding` has the sequences that a process which goes on with the run still needs.
        -- There is room in each page, so that a row that moves on stays in its page and no index changes.
        CREATE TABLE keyway.run (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          run uuid NOT NULL UNIQUE,
          next bigint NOT NULL,
          latest bigint NOT NULL,
          flow integer NOT NULL,
          is_open boolean NOT NULL,
          holding bytea NOT NULL,
          reference bytea
        ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01);
        CREATE INDEX run_open ON keyway.run (place) WHERE is_open;
        CREATE INDEX run_reference ON keyway.run (sha256(reference), place) WHERE reference IS NOT NULL;

        -- The records: one row for what a run appended at once. Rows are never changed.
        -- The key has the run's place and not its identity, so that new rows lie side by side.
        CREATE TABLE keyway.block (
          place bigint NOT NULL,
          first bigint NOT NULL,
          next bigint NOT NULL,
          position bigint GENERATED ALWAYS AS IDENTITY,
          epoch bigint NOT NULL,
          bytes bytea NOT NULL,
          PRIMARY KEY (place, first)
        );

        -- The keys of runs, for a server that keeps them here: each wrapped by a key that the database does not have.
        CREATE TABLE keyway.key (run uuid PRIMARY KEY, wrapped bytea NOT NULL);
        \(ofNodes)
        """
}
