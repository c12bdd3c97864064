public import KeywayCore
import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A database of PostgreSQL that has a log, as one process opens it.
///
///     let database = try PostgresDatabase("postgresql://keyway@db.internal/signin")
///     let orchestrator = try await Orchestrator(
///         opening: { try await database.openLog(waitingAtMost: .seconds(3600)) }, serving: services)
///
/// One process at a time has the log. It holds a lease, which it renews; another process waits in `openLog(waitingAtMost:)`, and goes on
/// with all runs as soon as the first one has closed the log, or has not renewed its lease in time.
public final class PostgresDatabase: Sendable {
    /// How long a process keeps others away after it last renewed its lease: 10 seconds.
    public static let defaultLease = Duration.seconds(10)
    /// How long an answer of the server may take: 10 seconds.
    public static let defaultAnswerLimit = Duration.seconds(10)

    /// The shortest lease and the shortest answer limit; shorter ones would run out before any answer comes.
    static let leastLimit = Duration.milliseconds(100)

    /// The database and its server, as errors name them: without user and password.
    public var name: String { address.name }

    let address: ConnectionAddress
    /// The name of this process, which processes that wait for the log show.
    let label: String
    /// Identifies this object among all that open the log. It is drawn at random.
    let holder = UInt64.random(in: .min ... .max)
    /// How long a process has the log after it has renewed its lease.
    let lease: Duration
    /// How long a statement may wait for the server's answer.
    let answerLimit: Duration
    /// How many bytes may be taken in and not be durable before the log is overloaded.
    let undurableLimit: Int
    private let possession = Lock(Possession.none)

    /// What this object has of the log.
    private enum Possession {
        case none
        /// A task is opening it.
        case opening
        case open(LogOpening)
        /// The log was open: it may be opened again, if nobody has taken it since.
        case closed
        /// Another process has taken the log.
        case lost
    }

    /// A database by its address; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - address: `postgresql://USER@HOST/DATABASE`, or any other connection string of libpq. Where it says no `sslmode` and the host
    ///     is not this machine, the server must prove who it is (`verify-full`).
    ///   - label: names this process to others; nil is the name of the machine and the number of the process.
    ///   - lease: how long others wait once this process is silent, at least 0.1 s. It is renewed four times in that time.
    ///   - answerLimit: how long the server may take to answer, at least 0.1 s; after that the log has failed and is to be
    ///     opened again.
    ///   - undurableLimit: so many bytes may be taken in and not be durable before the log is overloaded; twice as many
    ///     before it takes nothing. Any number may be given; with 0 or less an append is taken only while no other is
    ///     pending.
    ///   - preparesStatements: false for a pooler that loses prepared statements; then each append takes the server about twice as long.
    /// - Throws: `PostgresLog.Failure.notBuilt` and `noAddress`.
    public init(
        _ address: String, label: String? = nil, lease: Duration = defaultLease,
        answerLimit: Duration = defaultAnswerLimit, undurableLimit: Int = 8 << 20, preparesStatements: Bool = true
    ) throws(PostgresLog.Failure) {
        guard Connection.isAvailable else { throw .notBuilt }
        guard let address = ConnectionAddress(address, preparesStatements: preparesStatements) else {
            throw .noAddress
        }
        self.address = address
        self.label = label.map { String($0.filter { $0 != "\0" }) } ?? Self.nameOfThisProcess
        self.lease = max(lease, Self.leastLimit)
        self.answerLimit = max(answerLimit, Self.leastLimit)
        self.undurableLimit = undurableLimit
    }

    /// Opens the log and takes it for this process.
    ///
    /// Make one object for the life of a process, outside of the closure that opens the log: it knows whether the process had the log
    /// before.
    ///
    /// A log that has failed, or was closed, is opened again by the same object without waiting for a lease, as long as no other process
    /// has taken it. Once another process has, this object opens the log no more: the runs go on there, and what is in memory here is out
    /// of date. A process that is to wait for its turn again makes a new object, best by starting anew.
    /// - Parameter patience: how long to wait for another process that has the log. Nil waits for twice that process's lease, which is long
    ///   enough to tell whether it is dead. A task that is cancelled waits no longer.
    /// - Throws: `PostgresLog.Failure.held` if the patience is over, or this object has the log open. At once, whenever it is found:
    ///   `noTables`, `missingRights`, `otherFormat`, `tooOld`, `wrongSetting` and `damaged`. At once where the server was not reached
    ///   before, and only when the patience is over where it was, because servers come back: `unreachable`, `replica` and `storage`.
    ///   `LogError.fenced` if another process has taken the log that this object had.
    public func openLog(waitingAtMost patience: Duration? = nil) async throws -> PostgresLog {
        let isAgain = try beginOpening()
        do {
            let log = try await open(again: isAgain, waitingAtMost: patience)
            possession.withLock { $0 = log.map { .open($0.opening) } ?? .lost }
            if let log { return log }
        } catch {
            possession.withLock { $0 = isAgain ? .closed : .none }
            throw error
        }
        throw LogError.fenced
    }

    /// Notes that the log is being opened, so that no other task opens it; returns whether this object had it open before.
    private func beginOpening() throws -> Bool {
        try possession.withLock { possession in
            switch possession {
            case .none:
                possession = .opening
                return false
            case .closed:
                possession = .opening
                return true
            case .opening, .open: throw PostgresLog.Failure.held(database: name, by: label)
            case .lost: throw LogError.fenced
            }
        }
    }

    private func open(
        again isAgain: Bool, waitingAtMost patience: Duration?
    ) async throws(PostgresLog.Failure) -> PostgresLog? {
        let isCancelled = Lock(false)
        let opened: Result<PostgresLog?, PostgresLog.Failure> = await withTaskCancellationHandler {
            await onThread { () throws(PostgresLog.Failure) in
                let opening = DatabaseOpening(self)
                if isAgain { return try opening.takeAgain() }
                return try opening.acquire(before: patience.map { .after($0) }) { isCancelled.withLock { $0 } }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try opened.get()
    }

    /// Notes that an opening has ended. An opening before the present one changes nothing.
    func noteEnd(of opening: LogOpening) {
        possession.withLock { possession in
            if case .open(let present) = possession, present == opening { possession = .closed }
        }
    }

    /// The server's time, from which a process can begin its own (`Orchestrator.SystemTime`): the clocks of the machines that take the log
    /// over from each other may differ.
    ///
    /// - Throws: `PostgresLog.Failure.unreachable` and `storage`.
    public func now() async throws(PostgresLog.Failure) -> Instant {
        try await onThread { [self] () throws(PostgresLog.Failure) in
            let connection = try DatabaseOpening(self).connect()
            do throws(QueryFailure) {
                let time = try connection.perform(.time, before: .after(answerLimit)).rows.first?.integer(0)
                return Instant(milliseconds: time ?? 0)
            } catch {
                throw PostgresLog.Failure(error, of: "ask the time of", address)
            }
        }.get()
    }

    private static var nameOfThisProcess: String {
        var name = [CChar](repeating: 0, count: 256)
        let isKnown = gethostname(&name, name.count - 1) == 0
        let host = isKnown ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
        return "\(host.isEmpty ? "process" : host) \(getpid())"
    }
}

/// Does what blocks on a thread of its own, so that no thread of Swift's tasks waits for a server.
func onThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async -> Result<Value, Failure> {
    await withUnsafeContinuation { continuation in
        let work: @Sendable () -> Void = {
            let result: Result<Value, Failure>
            do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
            continuation.resume(returning: result)
        }
        // Where the system gives no thread, this one waits.
        if !beginThread(work) { work() }
    }
}
