extension SchemaDialect {
    /// Source: CockroachDB's documentation, hash-sharded indexes, storage parameters, read committed transactions, functions; and its
    /// issue 70731.
    static let cockroachDB = SchemaDialect(
        name: "CockroachDB",
        remarks: [
            "Keys begin with a number that grows; hashed, they lie on all nodes of the cluster. Rows are never moved, and leave no room in pages.",
            "The user needs default_transaction_isolation = 'read committed', which the cluster must allow.",
            "Nodes of Keyway cannot work here yet: an append changes keyway.shared_run twice in one statement, which is refused",
            "unless enable_multiple_modifications_of_table is on; and sha256 gives text here, where their statements compare bytes.",
            "There is no feed (--feed) and no table for a week (--weeks).",
        ],
        changes: [
            withoutStorageParameters,
            Change("AS IDENTITY PRIMARY KEY", to: "AS IDENTITY PRIMARY KEY USING HASH"),
            Change("PRIMARY KEY (place, first)", to: "PRIMARY KEY (place, first) USING HASH"),
        ])
}
