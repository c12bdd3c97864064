import KeywayCore
import KeywayLog

/// Renews the lease of one opening of a log, on a thread of its own, until the opening is closed or another process has the log.
///
/// A lease that was not renewed in time may be renewed later: whoever takes the log over raises its epoch, so where the epoch is the
/// same, nobody has taken it.
final class LeaseKeeper: @unchecked Sendable {
    private struct Shared {
        /// Until when others keep away, as far as this process may rely on it.
        var end: ContinuousClock.Instant
        /// Whether another process has the log.
        var isLost = false
        /// Nil until the keeper is to stop; then whether it gives the log to others.
        var releases: Bool?
        /// Whether the keeper's thread has ended, or never began.
        var isFinished = false
        /// Who wants to hear that another process has the log.
        var lossReports: [@Sendable () -> Void] = []
        /// Who wants to hear that the keeper has stopped.
        var stopCallbacks: [@Sendable () -> Void] = []
    }

    private let shared: Monitor<Shared>
    private let opening: LogOpening
    private let database: PostgresDatabase
    /// Used by the keeper's thread alone; nil while there is none.
    private var connection: Connection?

    /// This process relies on nine tenths of the lease: clocks differ a little, and a thread may be late by a moment.
    private static func reliable(_ lease: Duration) -> Duration { lease * 9 / 10 }
    /// How often the lease is renewed.
    private var renewalInterval: Duration { database.lease / 4 }
    /// How long to wait before a renewal is tried again that had no answer.
    private static let shortPause = Duration.milliseconds(100)

    /// - Parameter asked: the moment just before the statement was sent that took the log.
    init(_ database: PostgresDatabase, _ opening: LogOpening, asked: ContinuousClock.Instant) {
        self.database = database
        self.opening = opening
        shared = Monitor(Shared(end: asked + Self.reliable(database.lease)))
        // Where the system gives no thread, the lease runs out, and nothing is performed.
        if !beginThread({ self.run() }) { shared.withLock { $0.isFinished = true } }
    }

    var lease: LogLease {
        shared.withLock { state in
            if state.isLost { return .lost }
            return ContinuousClock.now < state.end ? .held : .lapsed
        }
    }

    /// Calls back when the lease becomes `lost`, on the keeper's thread; if it is lost already, at once and on the caller's.
    func whenLost(_ report: @escaping @Sendable () -> Void) {
        let isLost = shared.withLock { state in
            if !state.isLost { state.lossReports.append(report) }
            return state.isLost
        }
        if isLost { report() }
    }

    // MARK: Renewing

    private func run() {
        var next = ContinuousClock.now + renewalInterval
        while !waitForStop(until: next) {
            let asked = ContinuousClock.now
            switch renew() {
            case .renewed:
                shared.withLock { if $0.releases == nil { $0.end = asked + Self.reliable(database.lease) } }
                next = asked + renewalInterval
            case .unanswered: next = ContinuousClock.now + Self.shortPause
            case .lost:
                markLost()
                return finish()
            }
        }
        finish()
    }

    /// Waits until the moment; returns earlier, and true, where the keeper is to stop.
    private func waitForStop(until end: ContinuousClock.Instant) -> Bool {
        shared.wait { state in
            if state.releases != nil { return .found(true) }
            let rest = (end - ContinuousClock.now).wholeMilliseconds
            return rest <= 0 ? .found(false) : .waitingFor(milliseconds: rest)
        }
    }

    private enum Renewal { case renewed, lost, unanswered }

    private func renew() -> Renewal {
        // Several renewals fit into a lease, so one that hangs does not cost the log.
        let deadline = AnswerDeadline.after(min(renewalInterval, database.answerLimit))
        do throws(QueryFailure) {
            let answer = try workingConnection(before: deadline).perform(.renew, opening.key, before: deadline)
            guard let row = answer.rows.first, row.bool(0) == true else { return .lost }
            // The log is still this opening's, but an earlier renewal may have its row locked: then it is tried again.
            return row.bool(1) == true ? .renewed : .unanswered
        } catch {
            connection = nil
            return .unanswered
        }
    }

    private func workingConnection(before deadline: AnswerDeadline) throws(QueryFailure) -> Connection {
        if let connection { return connection }
        let made = try Connection(to: database.address, before: deadline)
        _ = try made.perform(.beginning, before: deadline)
        connection = made
        return made
    }

    /// Notes that another process has the log, as the keeper or the log's writer has found; the keeper then stops.
    func markLost() {
        let reports = shared.withLock { state in
            state.isLost = true
            state.releases = state.releases ?? false
            defer { state.lossReports = [] }
            return state.lossReports
        }
        shared.wake()
        for report in reports { report() }
    }

    // MARK: Ending

    /// Renews the lease no more; from now on nothing is performed for this opening.
    ///
    /// - Parameters:
    ///   - releases: whether the log is given to whoever waits for it. If not, it can be opened again by the same process at once, and by
    ///     others after a lease.
    ///   - report: is called when that is done, or the server does not answer.
    func stop(releases: Bool, _ report: @escaping @Sendable () -> Void) {
        let isOver = shared.withLock { state in
            state.end = .now
            if state.isFinished { return true }
            state.releases = state.releases ?? releases
            state.stopCallbacks.append(report)
            return false
        }
        if isOver { report() } else { shared.wake() }
    }

    private func finish() {
        let releases = shared.withLock { $0.releases == true && !$0.isLost }
        let deadline = AnswerDeadline.after(database.answerLimit)
        // The connection may have been cut since the last renewal: then a new one is tried.
        for _ in 0..<2 where releases {
            if (try? workingConnection(before: deadline).perform(.release, opening.key, before: deadline)) != nil {
                break
            }
            connection = nil
        }
        connection = nil
        let callbacks = shared.withLock { state in
            state.isFinished = true
            // These closures may hold an object that holds this keeper: neither would ever be freed.
            state.lossReports = []
            defer { state.stopCallbacks = [] }
            return state.stopCallbacks
        }
        for report in callbacks { report() }
    }
}
