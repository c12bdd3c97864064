#if SQLite
    import CSQLite

    /// Writes the same records into a table of SQLite: write-ahead log, `synchronous=FULL`, one transaction for each batch.
    final class SQLiteFile: BatchContestant {
        private var database: OpaquePointer?
        /// The prepared statement that inserts one record.
        private var insertion: OpaquePointer?
        /// The bytes of the records of each batch.
        private let payloads: [[UInt8]]
        /// The sequence of the next record.
        private var sequence: Int64 = 0

        init(in folder: String, writing payloads: [[UInt8]]) throws {
            self.payloads = payloads
            try require(sqlite3_open("\(folder)/sqlite", &database))
            for setting in [
                "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
                "CREATE TABLE record(run BLOB, sequence INTEGER, payload BLOB, PRIMARY KEY(run, sequence)) WITHOUT ROWID",
            ] {
                try require(sqlite3_exec(database, setting, nil, nil, nil))
            }
            try require(
                sqlite3_prepare_v2(database, "INSERT INTO record VALUES(?, ?, ?)", -1, &insertion, nil))
        }

        deinit {
            sqlite3_finalize(insertion)
            sqlite3_close(database)
        }

        func append() throws {
            try require(sqlite3_exec(database, "BEGIN", nil, nil, nil))
            for payload in payloads {
                try require(sqlite3_bind_zeroblob(insertion, 1, 16))
                try require(sqlite3_bind_int64(insertion, 2, sequence))
                // The nil tells SQLite not to copy the payload, which lives until the statement has run.
                try require(sqlite3_bind_blob(insertion, 3, payload, Int32(payload.count), nil))
                guard sqlite3_step(insertion) == SQLITE_DONE else { throw BenchmarkError.diskRefuses("SQLite") }
                try require(sqlite3_reset(insertion))
                sequence += 1
            }
            try require(sqlite3_exec(database, "COMMIT", nil, nil, nil))
        }

        private func require(_ result: Int32) throws {
            guard result == SQLITE_OK else { throw BenchmarkError.diskRefuses("SQLite") }
        }
    }
#endif
