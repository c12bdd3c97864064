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
        var isFinished = false
        /// Who wants to hear that another process has the log.
        var lossReports: [@Sendable () -> Void] = []
        /// What was handed to `stop`.
        var waiting: [@Sendable () -> Void] = []
    }

    private let shared: Monitor<Shared>
    private let opening: LogOpening
    private let database: PostgresDatabase
    /// Used by the keeper's thread alone; nil while there is none.
    private var connection: Connection?

    /// How much of a lease this process does not rely on: clocks differ a little, and a thread may be late by a moment.
    private var usableLease: Duration { database.lease * 9 / 10 }
    private var pause: Duration { database.lease / 4 }
    /// How long to wait before a renewal is tried again that had no answer.
    private static let shortPause = Duration.milliseconds(100)

    /// - Parameter asked: when the log was asked for, before the server had the question.
    init(_ database: PostgresDatabase, _ opening: LogOpening, asked: ContinuousClock.Instant) {
        self.database = database
        self.opening = opening
        shared = Monitor(Shared(end: asked + database.lease * 9 / 10))
        // Where the system gives no thread, the lease runs out, and nothing is performed.
        if !beginThread({ self.run() }) { shared.withLock { $0.isFinished = true } }
    }

    var lease: LogLease {
        shared.withLock { state in
            if state.isLost { return .lost }
            return ContinuousClock.now < state.end ? .held : .lapsed
        }
    }

    /// Calls back when another process has the log: at once where that is known, else on the keeper's thread.
    func whenLost(_ report: @escaping @Sendable () -> Void) {
        let isLost = shared.withLock { state in
            if !state.isLost { state.lossReports.append(report) }
            return state.isLost
        }
        if isLost { report() }
    }

    // MARK: Renewing

    private func run() {
        var next = ContinuousClock.now + pause
        while !waitForStop(until: next) {
            let asked = ContinuousClock.now
            switch renew() {
            case true?:
                shared.withLock { if $0.releases == nil { $0.end = asked + usableLease } }
                next = asked + pause
            case nil: next = ContinuousClock.now + Self.shortPause
            case false?:
                tellLoss()
                return finish()
            }
        }
        finish()
    }

    /// Waits until the moment; returns earlier, and true, where the keeper is to stop.
    private func waitForStop(until end: ContinuousClock.Instant) -> Bool {
        shared.wait { state in
            if state.releases != nil { return .found(true) }
            let rest = (end - ContinuousClock.now).milliseconds
            return rest <= 0 ? .found(false) : .waitingFor(milliseconds: rest)
        }
    }

    /// Renews the lease; false where another process has the log, nil where the server gives no answer.
    private func renew() -> Bool? {
        // A server that does not answer is asked again, and not waited for beyond the lease.
        let deadline = AnswerDeadline.after(pause)
        do throws(QueryFailure) {
            return try !workingConnection(before: deadline).perform(.renew, opening.key, before: deadline).rows.isEmpty
        } catch {
            connection = nil
            return nil
        }
    }

    private func workingConnection(before deadline: AnswerDeadline) throws(QueryFailure) -> Connection {
        if let connection { return connection }
        let made = try Connection(to: database.address, before: deadline)
        connection = made
        return made
    }

    private func tellLoss() {
        let reports = shared.withLock { state in
            state.isLost = true
            defer { state.lossReports = [] }
            return state.lossReports
        }
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
            state.waiting.append(report)
            return false
        }
        if isOver { report() } else { shared.wake() }
    }

    private func finish() {
        let releases = shared.withLock { $0.releases == true && !$0.isLost }
        let deadline = AnswerDeadline.after(database.answerLimit)
        if releases, let connection = try? workingConnection(before: deadline) {
            _ = try? connection.perform(.release, opening.key, before: deadline)
        }
        connection = nil
        let waiting = shared.withLock { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for report in waiting { report() }
    }
}
