/// What the user may not do with tables: a row for each missing right, as `INSERT` and `keyway.block`. A table that is missing itself has
/// rows in which the right is NULL.
extension Statement {
    /// For the log of one process.
    static let missingRights = missingRights(of: [
        "keyway.log": ["SELECT", "UPDATE"], "keyway.flow": ["SELECT", "INSERT"],
        "keyway.run": ["SELECT", "INSERT", "UPDATE"], "keyway.block": ["SELECT", "INSERT"],
    ])

    /// For the log that nodes share.
    static let missingSharedRights = missingRights(of: [
        "keyway.node": ["SELECT", "INSERT", "UPDATE"], "keyway.flow": ["SELECT", "INSERT"],
        "keyway.shared_run": ["SELECT", "INSERT", "UPDATE"], "keyway.shared_block": ["SELECT", "INSERT"],
        "keyway.shared_device": ["SELECT", "INSERT", "UPDATE"],
    ])

    /// For the keys of runs.
    static let missingRightsToKeys = missingRights(of: ["keyway.key": ["SELECT", "INSERT", "UPDATE", "DELETE"]])

    private static func missingRights(of needed: KeyValuePairs<String, [String]>) -> Statement {
        let rows = needed.flatMap { table, rights in rights.map { "('\($0)', '\(table)')" } }
        return Statement(
            """
            SELECT CASE WHEN to_regclass(needed.name) IS NOT NULL THEN needed.right END, needed.name
            FROM (VALUES \(rows.joined(separator: ", "))) AS needed("right", name)
            WHERE CASE WHEN to_regclass(needed.name) IS NULL THEN true
              ELSE NOT has_table_privilege(to_regclass(needed.name), needed.right) END
            """)
    }
}
