import KeywayCore

/// The rows that a statement gives, in PostgreSQL's binary format.
struct QueryResult: Equatable {
    var rows: [Row]
    /// Whether the server gave a warning of code 01000, as it does when the wait for a standby is cancelled.
    /// Source: PostgreSQL 15, `SyncRepWaitForLSN` in `syncrep.c`.
    var hasWarning = false

    struct Row: Equatable {
        /// In the order of the statement's columns; nil is SQL's NULL.
        var cells: [[UInt8]?]

        /// The cell of a column; nil where it is NULL, or where there is no such column.
        func bytes(_ column: Int) -> [UInt8]? { cells.indices.contains(column) ? cells[column] : nil }

        /// The number of a column of type `bigint` or `integer`; nil where the cell is NULL or of another type.
        func integer(_ column: Int) -> Int64? {
            guard let bytes = bytes(column) else { return nil }
            return bytes.count == 4 ? Int32(bigEndianBytes: bytes).map { Int64($0) } : Int64(bigEndianBytes: bytes)
        }

        func bool(_ column: Int) -> Bool? { bytes(column)?.first.map { $0 != 0 } }

        func text(_ column: Int) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

        func identity(_ column: Int) -> RunID? { bytes(column).flatMap { RunID(bytes: $0) } }
    }
}
