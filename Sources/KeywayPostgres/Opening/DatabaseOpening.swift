import KeywayCore
import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Opens the log of a database: connects, checks the server and the tables, and takes the lease. It blocks its thread.
struct DatabaseOpening {
    /// PostgreSQL 12, the first with `AS MATERIALIZED`.
    private static let oldestServer: Int64 = 120_000
    /// How long to wait before the log is looked at again.
    private static let pause = Duration.milliseconds(250)

    private let database: PostgresDatabase
    private var address: ConnectionAddress { database.address }

    init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// The log as it was seen at a moment.
    private struct Sight: Equatable {
        var epoch: Int64
        var holder: UInt64
        var renewals: Int64
        var isFree: Bool
        /// How long the process that has the log may be silent.
        var lease: Duration
        var label: String

        /// Whether the process that has the log has given no sign of life between two sights.
        func isSame(as other: Sight) -> Bool { epoch == other.epoch && renewals == other.renewals }
    }

    /// Opens the log for a process that does not have it.
    ///
    /// Whether the process that has it lives is judged by this process's own clock: it is dead if it has given no sign for a lease. So no
    /// clock of a server, which may be set, lets two processes believe that they have the log.
    /// - Parameters:
    ///   - end: until when a process that has the log is waited for.
    ///   - isCancelled: whether nobody waits any more.
    func take(
        before end: AnswerDeadline, _ isCancelled: () -> Bool
    ) throws(PostgresLog.Failure) -> PostgresLog {
        let connection = try connect()
        let server = try check(connection)
        var last: (sight: Sight, since: ContinuousClock.Instant)?
        while true {
            let sight = try look(connection)
            let seen = ContinuousClock.now
            if let known = last, known.sight.isSame(as: sight) {
                if sight.isFree || seen - known.since >= sight.lease,
                    let log = try take(sight, server, connection)
                {
                    return log
                }
            } else {
                last = (sight, seen)
                if sight.isFree, let log = try take(sight, server, connection) { return log }
            }
            if end.isPast || isCancelled() { throw .held(database: address.name, by: sight.label) }
            usleep(UInt32(clamping: min(Self.pause.milliseconds, end.rest) * 1000))
        }
    }

    /// Opens the log again for the process that has it; nil where another process has taken it since.
    ///
    /// The opening that has it may be one of which this process has no answer.
    func takeAgain() throws(PostgresLog.Failure) -> PostgresLog? {
        let connection = try connect()
        let server = try check(connection)
        let end = AnswerDeadline.after(database.answerLimit)
        while true {
            let sight = try look(connection)
            guard sight.holder == database.holder else { return nil }
            if let log = try take(sight, server, connection) { return log }
            // A statement of the opening before may still have the log's row.
            if end.isPast { throw .held(database: address.name, by: sight.label) }
            usleep(20_000)
        }
    }

    func connect() throws(PostgresLog.Failure) -> Connection {
        do throws(QueryFailure) {
            return try Connection(to: address, before: .after(database.answerLimit))
        } catch {
            throw .unreachable(database: address.name, reason: error.reason)
        }
    }

    // MARK: - Checking

    /// Checks that the server writes, and that it has the tables.
    private func check(_ connection: Connection) throws(PostgresLog.Failure) -> ServerPromise {
        guard let row = try ask(.server, [], "look at", connection).rows.first else {
            throw .unreachable(database: address.name, reason: "the server says nothing of itself")
        }
        if row.bool(0) == true { throw .replica(database: address.name) }
        let version = row.integer(4) ?? 0
        guard version >= Self.oldestServer else { throw .tooOld(database: address.name, found: version) }
        for (name, column, needed) in [("isolation", 5, "read committed"), ("read_only", 6, "off")] {
            guard let found = row.text(column), found != needed else { continue }
            throw .wrongSetting(
                database: address.name, "default_transaction_\(name)", found: found, needed: needed)
        }
        try checkTables(connection)
        return ServerPromise(
            flushes: row.bool(1) ?? false, commit: row.text(2) ?? "on", hasStandby: row.bool(3) ?? false)
    }

    /// Checks that the tables are there and of the form that this version reads.
    func checkTables(_ connection: Connection) throws(PostgresLog.Failure) {
        let found: Int64?
        do throws(QueryFailure) {
            found = try connection.perform(.format, before: .after(database.answerLimit)).rows.first?.integer(0)
        } catch {
            guard case .refused(let refusal) = error else {
                throw PostgresLog.Failure(error, of: "look at", address)
            }
            throw .noTables(database: address.name, reason: refusal.message)
        }
        guard let found else { throw .noTables(database: address.name, reason: "keyway.log has no row") }
        guard found == Schema.format else {
            throw .otherFormat(database: address.name, found: found, known: Schema.format)
        }
    }

    // MARK: - The lease

    private func look(_ connection: Connection) throws(PostgresLog.Failure) -> Sight {
        guard let row = try ask(.look, [], "look at", connection).rows.first, let epoch = row.integer(0),
            let holder = row.integer(1), let renewals = row.integer(2), let isFree = row.bool(3),
            let lease = row.integer(4), let label = row.text(5)
        else { throw .damaged(database: address.name, "keyway.log has no row") }
        return Sight(
            epoch: epoch, holder: UInt64(bitPattern: holder), renewals: renewals, isFree: isFree,
            lease: .milliseconds(lease), label: label)
    }

    /// Takes the log if it is still as it was seen; nil where it is not, or where somebody appends at this moment.
    private func take(
        _ sight: Sight, _ server: ServerPromise, _ connection: Connection
    ) throws(PostgresLog.Failure) -> PostgresLog? {
        let parameters: [Parameter] = [
            .integer(sight.epoch), .integer(sight.renewals), .integer(Int64(bitPattern: database.holder)),
            .text(database.label), .integer(database.lease.milliseconds),
        ]
        // The lease counts from before the question.
        let asked = ContinuousClock.now
        let taken = try ask(.take, parameters, "take", connection)
        guard let epoch = taken.rows.first?.integer(0) else { return nil }
        if taken.isCommitUnsure {
            throw PostgresLog.Failure(
                .unanswered(reason: "the server gave up waiting for its standby"), of: "take", address)
        }
        guard let epoch = UInt32(exactly: epoch) else {
            throw .damaged(database: address.name, "the log's epoch is \(epoch)")
        }
        return PostgresLog(
            database, LogOpening(epoch: epoch, holder: database.holder), server, connection, asked: asked)
    }

    private func ask(
        _ statement: Statement, _ parameters: [Parameter], _ attempt: String, _ connection: Connection
    ) throws(PostgresLog.Failure) -> QueryResult {
        do throws(QueryFailure) {
            return try connection.perform(statement, parameters, before: .after(database.answerLimit))
        } catch {
            throw PostgresLog.Failure(error, of: attempt, address)
        }
    }
}
