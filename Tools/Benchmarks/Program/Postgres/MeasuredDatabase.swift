import CPostgres
import KeywayNodes
import KeywayPostgres

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The database that is measured, whose address is in the variable `KEYWAY_POSTGRES`; it has a log's tables while this object lives.
final class MeasuredDatabase {
    let address: String
    private let connection: CConnection

    /// Makes the log's tables; nil where no database can be measured, and then a printed sentence says why.
    init?() {
        guard let name = getenv("KEYWAY_POSTGRES") else {
            print("No PostgreSQL is measured: KEYWAY_POSTGRES names no server.")
            return nil
        }
        address = String(cString: name)
        guard let connection = CConnection(to: address) else {
            print(
                "No PostgreSQL is measured: the server of KEYWAY_POSTGRES cannot be reached, or the trait Postgres is not there."
            )
            return nil
        }
        self.connection = connection
        guard connection.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'keyway'") == 0 else {
            print("No PostgreSQL is measured: the database of KEYWAY_POSTGRES has a schema 'keyway' already.")
            return nil
        }
        connection.run("SET client_min_messages = warning")
        connection.run(PostgresDatabase.schema)
        // Else the server might write its checkpoint during the first measurement.
        connection.run("CHECKPOINT")
    }

    deinit { connection.run("DROP SCHEMA IF EXISTS keyway CASCADE") }

    /// For how long an answer is waited for: a busy machine makes a figure worse, and ends no measurement.
    static let patience = Duration.seconds(60)

    /// The log that nodes share, as they open it.
    static func sharedLog(at address: String) async throws -> SharedLog {
        try await PostgresDatabase(address).openSharedLog(answerLimit: patience)
    }

    func run(_ statements: String) { connection.run(statements) }

    func number(_ question: String) -> Double { connection.number(question) }
}

/// A connection that C makes with libpq; the log's own code is not used.
final class CConnection {
    private let connection: OpaquePointer

    /// A connection that does not append; C must have some statement to prepare.
    init?(to address: String) {
        guard let made = c_postgres_open(address, "SELECT 1") else { return nil }
        connection = made
    }

    /// - Parameter statement: the log's append statement.
    init?(to address: String, appendingBy statement: String) {
        guard let made = c_postgres_open(address, statement) else { return nil }
        connection = made
    }

    deinit { c_postgres_close(connection) }

    /// Runs the statements; ends the program where the server refuses one.
    func run(_ statements: String) {
        if c_postgres_run(connection, statements) < 0 { fatalError("the server refuses: \(statements.prefix(80))") }
    }

    /// The number in the first column of the first row of the answer; 0 where it has no row, -1 where the server refuses.
    func number(_ question: String) -> Double { c_postgres_run(connection, question) }

    /// Appends a block to each run, as its record with the sequence in `first`; returns whether all runs have taken theirs.
    func append(to runs: [UInt64], from first: [Int64], of flow: Int64, _ block: [UInt8]) -> Bool {
        c_postgres_append(connection, runs, first, Int32(runs.count), flow, block, block.count) == Int32(runs.count)
    }
}
