import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting

@testable import KeywayPostgres

/// A log with a feed on the server of the tests, whose appends are committed when the test says so.
///
/// A trigger makes each append wait, before its transaction ends, for the advisory lock with its number. The test holds the locks of the
/// appends that are to stay open.
struct PostgresFeedTrial: FeedTrial {
    let name: String
    let log: SharedLog
    /// Other tests, and the server itself, may have a transaction open for a while.
    let patience = Duration.seconds(10)
    private let server: TestServer
    private let context: SharedLogContext
    private let opened = Lock<UInt64>(1_000_000)

    /// A database of its own.
    ///
    /// - Parameter inWeeks: whether the blocks lie in a table for each week.
    init(_ server: TestServer, inWeeks: Bool = false) async throws {
        self.server = server
        name = try server.makeDatabase()
        let connection = try server.connection(to: name)
        try connection.runScript(PostgresDatabase.feedSchema)
        if inWeeks { try connection.runScript(PostgresDatabase.weeksSchema(1)) }
        try connection.run(
            """
            CREATE FUNCTION keyway.wait() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_advisory_xact_lock_shared(NEW.append); RETURN NULL; END'
            """)
        try connection.run(
            "CREATE TRIGGER wait AFTER INSERT ON keyway.shared_block FOR EACH ROW EXECUTE FUNCTION keyway.wait()")
        let database = try server.database(name)
        log = try await database.openSharedLog(answerLimit: .seconds(10))
        context = SharedLogContext(database, CommitDurability(flushes: true, commit: "on", hasStandby: false))
    }

    func begin(_ append: SharedAppend) async throws -> any OpenAppend {
        let number = opened.withLock { number in
            number += 1
            return number
        }
        let holder = try server.connection(to: name)
        try holder.run("SELECT pg_advisory_lock(\(number))")
        var append = append
        append.id = AppendID(node: append.id.node, number: number)
        let statement = Task { [append, server, context, name] in
            try await onThread {
                let slot = ConnectionSlot()
                slot.hold(try server.connection(to: name))
                let limit = Duration.seconds(60)
                let query = NodeQuery(context, append.id.node, slot, before: .after(limit), each: limit)
                return try query.append([append])
            }.get()
        }
        let transaction = Transaction(holder, number, statement)
        while try holder.run(transaction.waiting("pid")).rows.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        return transaction
    }

    /// One task at a time uses it.
    private final class Transaction: OpenAppend, @unchecked Sendable {
        private let holder: Connection
        private let number: UInt64
        private let statement: Task<EngineAnswer, any Error>

        init(_ holder: Connection, _ number: UInt64, _ statement: Task<EngineAnswer, any Error>) {
            self.holder = holder
            self.number = number
            self.statement = statement
        }

        /// A query of these columns for the lock that the session with the append waits for.
        func waiting(_ columns: String) -> String {
            """
            SELECT \(columns) FROM pg_locks WHERE locktype = 'advisory' AND objid = \(number) AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        }

        func commit() async throws {
            try holder.run("SELECT pg_advisory_unlock(\(number))")
            guard case .appended(let won, _) = try await statement.value, won.count == 1 else {
                throw QueryFailure.unanswered(reason: "the append has lost")
            }
        }

        func rollBack() async throws {
            try holder.run(waiting("pg_terminate_backend(pid)"))
            _ = await statement.result
        }
    }
}
