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
    /// How long to wait at most before the log is looked at again.
    private static let greatestPause = Duration.milliseconds(250)

    private let database: PostgresDatabase
    private var address: ConnectionAddress { database.address }

    init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// Who has the log, as the server said at a moment.
    private struct LeaseSnapshot {
        /// The log's epoch: the number of the opening that has the log. Each opening raises it, and so does an opening that gives the
        /// log back.
        var epoch: Int64
        /// The number of the `PostgresDatabase` that has the log, or had it last: see `LogOpening.holder`.
        var holder: UInt64
        /// How often the lease was renewed since the log was last opened.
        var renewals: Int64
        /// Whether the log was given back, or nobody has opened it yet.
        var isFree: Bool
        /// How long the process that has the log may leave the lease without a renewal.
        var duration: Duration
        /// How the process calls itself that has the log, or had it last.
        var label: String

        /// Whether nobody has renewed the lease, or taken the log, since the other snapshot.
        func hasNoRenewal(since other: LeaseSnapshot) -> Bool { epoch == other.epoch && renewals == other.renewals }
    }

    /// A connection to a server in which the log of one process can be opened.
    private struct CheckedServer {
        let connection: Connection
        let durability: CommitDurability
    }

    /// Opens the log for a process that does not have it.
    ///
    /// Whether the process that has it lives is judged by this process's own clock: it is dead if it has given no sign for a lease. So no
    /// clock of a server, which may be set, lets two processes believe that they have the log.
    /// - Parameters:
    ///   - end: until when another process that has the log is waited for; nil waits for twice that process's lease.
    ///   - isCancelled: whether nobody waits any more.
    func acquire(
        before end: AnswerDeadline?, _ isCancelled: () -> Bool
    ) throws(PostgresLog.Failure) -> PostgresLog {
        // Nil after a failure: the server that answers next may be another one.
        var server: CheckedServer? = try reach()
        // The latest snapshot, and since when its lease has had no renewal; nil before the first one.
        var last: (lease: LeaseSnapshot, since: ContinuousClock.Instant)?
        var end = end
        var label = ""
        // Until when to try again where the log is free, but others are taking it at this moment.
        let shortEnd = AnswerDeadline.after(database.lease * 2)
        while true {
            do throws(PostgresLog.Failure) {
                let present = if let server { server } else { try reach() }
                server = present
                let lease = try readLease(present.connection)
                let seen = ContinuousClock.now
                if !lease.isFree { end = end ?? .after(lease.duration * 2) }
                let since = last.flatMap { lease.hasNoRenewal(since: $0.lease) ? $0.since : nil } ?? seen
                (last, label) = ((lease, since), lease.label)
                if lease.isFree || seen - since >= lease.duration && seen > since,
                    let log = try acquire(lease, present)
                {
                    return log
                }
            } catch {
                guard error.mayPass, (end ?? shortEnd).isPast == false, !isCancelled() else { throw error }
                // A server that ends while it is waited for comes back, perhaps as another one that lacks the last renewals: so the
                // lease counts anew.
                (server, last) = (nil, nil)
            }
            let limit = end ?? shortEnd
            if limit.isPast || isCancelled() { throw .held(database: address.name, by: label) }
            let pause = min(Self.greatestPause, (last?.lease.duration ?? database.lease) / 4).wholeMilliseconds
            usleep(UInt32(clamping: min(max(pause, 10), limit.rest) * 1000))
        }
    }

    /// Opens the log again for the process that has it; nil where another process has taken it since.
    ///
    /// The lease may belong to an earlier request of this process whose answer was lost.
    func takeAgain() throws(PostgresLog.Failure) -> PostgresLog? {
        let server = try reach()
        let end = AnswerDeadline.after(database.answerLimit)
        while true {
            let lease = try readLease(server.connection)
            guard lease.holder == database.holder else { return nil }
            if let log = try acquire(lease, server) { return log }
            // A statement of the opening before may still hold the row's lock.
            if end.isPast { throw .held(database: address.name, by: lease.label) }
            usleep(20_000)
        }
    }

    /// Connects, and checks the server, the tables and the rights: nothing is taken that could not be written then.
    private func reach() throws(PostgresLog.Failure) -> CheckedServer {
        let connection = try connect()
        let server = CheckedServer(connection: connection, durability: try checkServer(connection))
        try checkRights(.missingRights, connection)
        return server
    }

    func connect() throws(PostgresLog.Failure) -> Connection {
        do throws(QueryFailure) {
            return try Connection(to: address, before: .after(database.answerLimit))
        } catch {
            throw .unreachable(database: address.name, reason: error.reason)
        }
    }

    // MARK: - Checking

    /// Checks that the server is no standby, its version, the session's defaults and the tables; returns how durable its commits are.
    func checkServer(_ connection: Connection) throws(PostgresLog.Failure) -> CommitDurability {
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
        return CommitDurability(
            flushes: row.bool(1) ?? false, commit: row.text(2) ?? "on", hasStandby: row.bool(3) ?? false)
    }

    /// Checks that the tables are there and of the form that this version reads.
    func checkTables(_ connection: Connection) throws(PostgresLog.Failure) {
        guard let found = try ask(.format, [], "look at", connection).rows.first?.integer(0) else {
            throw .damaged(database: address.name, "keyway.log has no row")
        }
        guard found == Schema.format else {
            throw .otherFormat(database: address.name, found: found, known: Schema.format)
        }
    }

    /// Throws where the user lacks a right, or a table is missing.
    ///
    /// - Parameter question: gives a row for each missing right: the right and its table, as `DELETE` and `keyway.block`. In the row of a
    ///   table that is missing itself the right is NULL.
    func checkRights(_ question: Statement, _ connection: Connection) throws(PostgresLog.Failure) {
        let missing = try ask(question, [], "look at", connection).rows
        let tables = Set(missing.filter { $0.text(0) == nil }.compactMap { $0.text(1) }).sorted()
        guard tables.isEmpty else {
            throw .noTables(database: address.name, reason: tables.joined(separator: ", "))
        }
        let rights = missing.compactMap { row in row.text(0).flatMap { right in row.text(1).map { "\(right) \($0)" } } }
        guard rights.isEmpty else {
            throw .missingRights(database: address.name, rights: rights.joined(separator: ", "))
        }
    }

    /// The names of the parts of `Schema.definition` that the database lacks.
    func missingParts(_ connection: Connection) throws(PostgresLog.Failure) -> Set<String> {
        Set(try ask(.missingParts, [], "look at", connection).rows.compactMap { $0.text(0) })
    }

    // MARK: - The lease

    private func readLease(_ connection: Connection) throws(PostgresLog.Failure) -> LeaseSnapshot {
        guard let row = try ask(.readLease, [], "look at", connection).rows.first, let epoch = row.integer(0),
            let holder = row.integer(1), let renewals = row.integer(2), let isFree = row.bool(3),
            let lease = row.integer(4), let label = row.text(5)
        else { throw .damaged(database: address.name, "keyway.log has no row") }
        return LeaseSnapshot(
            epoch: epoch, holder: UInt64(bitPattern: holder), renewals: renewals, isFree: isFree,
            duration: .milliseconds(lease), label: label)
    }

    /// Acquires the lease if it is still as the snapshot says; nil if it is not, or if an append has the row locked at this moment.
    private func acquire(
        _ lease: LeaseSnapshot, _ server: CheckedServer
    ) throws(PostgresLog.Failure) -> PostgresLog? {
        let parameters: [Parameter] = [
            .integer(lease.epoch), .integer(lease.renewals), .integer(Int64(bitPattern: database.holder)),
            .text(database.label), .integer(database.lease.wholeMilliseconds),
        ]
        // The lease counts from before the statement is sent.
        let asked = ContinuousClock.now
        let taken = try ask(.acquire, parameters, "take", server.connection)
        guard let epoch = taken.rows.first?.integer(0) else { return nil }
        do throws(QueryFailure) { try server.durability.checkCommit(taken) } catch {
            throw PostgresLog.Failure(error, of: "take", address)
        }
        guard let epoch = UInt32(exactly: epoch) else {
            throw .damaged(database: address.name, "the log's epoch is \(epoch)")
        }
        return PostgresLog(
            database, LogOpening(epoch: epoch, holder: database.holder), server.durability, server.connection,
            asked: asked)
    }

    private func ask(
        _ statement: Statement, _ parameters: [Parameter], _ operation: String, _ connection: Connection
    ) throws(PostgresLog.Failure) -> QueryResult {
        do throws(QueryFailure) {
            return try connection.perform(statement, parameters, before: .after(database.answerLimit))
        } catch {
            throw PostgresLog.Failure(error, of: operation, address)
        }
    }
}

extension PostgresLog.Failure {
    /// Whether a later try may succeed though nobody changes the database or its settings: the server comes back, or the address leads to
    /// the server that has taken its place.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .replica, .storage: true
        case .notBuilt, .noAddress, .noTables, .missingRights, .otherFormat, .tooOld, .wrongSetting, .held, .damaged,
            .newerContent:
            false
        }
    }
}
