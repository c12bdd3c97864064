extension SchemaDialect {
    /// Source: YugabyteDB's documentation, CREATE TABLE, CREATE INDEX, data sharding, isolation levels.
    static let yugabyteDB = SchemaDialect(
        name: "YugabyteDB",
        remarks: [
            "Rows are spread over the tablets by the hash of a run's place, and those of one run lie together, in their order.",
            "Its servers need yb_enable_read_committed_isolation: with other isolation levels appends that meet fail, and are asked again.",
            "There is no feed (--feed): numbers of transactions order nothing here. Tables for weeks (--weeks) were not tried either.",
        ],
        changes: [
            withoutStorageParameters,
            Change("PRIMARY KEY (place, first)", to: "PRIMARY KEY (place HASH, first ASC)"),
            Change("keyway.run (place) WHERE", to: "keyway.run (place ASC) WHERE"),
            Change("(sha256(reference), place)", to: "((sha256(reference)) HASH, place ASC)"),
            Change("(flow, wake)", to: "(flow HASH, wake ASC)"),
        ])
}
