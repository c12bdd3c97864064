@testable import KeywayPostgres

extension Connection {
    /// Makes the server refuse to read one block of a table of a log in later sessions, as where a page of its files is damaged.
    ///
    /// A view takes the table's place. It is read by the key: a scan would compute the bytes of all rows.
    func makeUnreadable(_ condition: String, of table: String, in database: String) throws {
        try runScript(
            """
            ALTER DATABASE \(database) SET enable_seqscan = off;
            ALTER DATABASE \(database) SET enable_hashjoin = off;
            ALTER DATABASE \(database) SET enable_mergejoin = off;
            ALTER TABLE keyway.\(table) RENAME TO sound_\(table);
            CREATE OR REPLACE FUNCTION keyway.unreadable() RETURNS bytea LANGUAGE plpgsql STABLE AS
              $$ BEGIN RAISE 'missing chunk number 0' USING ERRCODE = 'data_corrupted'; END $$;
            """)
        let columns = try run(
            """
            SELECT attname::text FROM pg_attribute
            WHERE attrelid = 'keyway.sound_\(table)'::regclass AND attnum > 0 ORDER BY attnum
            """
        ).rows.compactMap { $0.text(0) }
        let bytes = "CASE WHEN \(condition) THEN keyway.unreadable() ELSE bytes END AS bytes"
        let cells = columns.map { $0 == "bytes" ? bytes : $0 }
        try run("CREATE VIEW keyway.\(table) AS SELECT \(cells.joined(separator: ", ")) FROM keyway.sound_\(table)")
    }
}
