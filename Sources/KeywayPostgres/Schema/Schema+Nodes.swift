extension Schema {
    /// The tables of a log that many nodes share.
    ///
    /// They are not the tables of a log that one process writes, because no statement may ever mix the two. The log of one process is kept
    /// from a second writer by its epoch, a shared log by the end that each append expects of its run; and a run of the former has no
    /// promise for nodes. Both use the table `keyway.flow`.
    ///
    /// Times are milliseconds since 1970 by the server's clock, as the protocol of nodes has them. They must be exact: two looks at a
    /// run are told apart only by their `wake`.
    static let ofNodes = """

        -- Nodes that share a log: until when each lives, and how many answers it was given that are as durable as an append.
        CREATE TABLE keyway.node (
          node bigint PRIMARY KEY,
          until bigint NOT NULL DEFAULT 0,
          answers bigint NOT NULL DEFAULT 0,
          label text NOT NULL DEFAULT ''
        ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01);

        -- The runs of nodes: where each ends, and when somebody must look at it. An append only lowers `wake`, so that most
        -- change no index; a look sets it to `due`, or a lease on if `due` has passed. It is NULL where nothing happens by
        -- itself, or the run is set aside.
        CREATE TABLE keyway.shared_run (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          run uuid NOT NULL UNIQUE,
          next bigint NOT NULL,
          wake bigint,
          due bigint,
          looker bigint,
          flow integer NOT NULL,
          looks smallint NOT NULL DEFAULT 0,
          is_over boolean NOT NULL,
          is_set_aside boolean NOT NULL DEFAULT false,
          request bytea,
          reference bytea,
          device bytea
        ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01);
        CREATE INDEX shared_run_wake ON keyway.shared_run (flow, wake) WHERE wake IS NOT NULL;
        CREATE UNIQUE INDEX shared_run_request ON keyway.shared_run (sha256(request)) WHERE request IS NOT NULL;
        CREATE INDEX shared_run_reference ON keyway.shared_run (sha256(reference), place) WHERE reference IS NOT NULL;

        -- What the runs on one device share: who holds its sources, who stands in line for its lanes, and what its sources retain.
        -- An append that changes it moves the run and this row in one statement, each under its expected version.
        CREATE TABLE keyway.shared_device (
          device bytea PRIMARY KEY,
          version bigint NOT NULL DEFAULT 0,
          state bytea NOT NULL DEFAULT ''
        ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01);

        -- Their records: one row for each append, with its identity. Rows are never changed.
        CREATE TABLE keyway.shared_block (
          place bigint NOT NULL,
          first bigint NOT NULL,
          next bigint NOT NULL,
          node bigint NOT NULL,
          append bigint NOT NULL,
          bytes bytea NOT NULL,
          PRIMARY KEY (place, first)
        );
        """
}
