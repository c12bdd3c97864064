extension SchemaDialect {
    /// Source: Citus's documentation, schema-based sharding (12.0), and its DDL of distributed tables.
    static let citus = SchemaDialect(
        name: "Citus",
        remarks: [
            "Citus 12 or later. The schema is distributed as a whole: all tables of the log lie on one server of the cluster, beside those of",
            "other schemas. So each statement of Keyway runs there as on PostgreSQL; more servers make one log no faster.",
            "Connect to the coordinator: a worker would draw the numbers of runs from a range of its own.",
            "There is no feed (--feed) and no table for a week (--weeks): a trigger would have to run on a distributed table.",
        ],
        changes: [
            // A distributed table has no narrower identity.
            Change("flow integer GENERATED ALWAYS AS IDENTITY", to: "flow bigint GENERATED ALWAYS AS IDENTITY")
        ],
        ending: """


            -- Moves the schema with its tables to the server that Citus chooses.
            SELECT citus_schema_distribute('keyway');
            """)
}
