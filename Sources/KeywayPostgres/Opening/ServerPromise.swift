import KeywayLog

/// What a server promised of commits when a log was opened, by its settings.
struct ServerPromise: Equatable, Sendable {
    /// The setting `synchronous_commit`. Each append sets it for itself, so that nobody lowers it while the log is open.
    let commit: String
    let durability: Durability

    /// Without `fsync`, or with `synchronous_commit = off`, the last commits may be lost when the server's machine fails; with a
    /// synchronous standby they survive the machine, unless the session asks for `local`.
    /// Source: PostgreSQL 15, documentation, 20.5.1 and 20.6.2.
    ///
    /// - Parameters:
    ///   - flushes: whether `fsync` is on.
    ///   - commit: the setting `synchronous_commit`.
    ///   - hasStandby: whether `synchronous_standby_names` names one.
    init(flushes: Bool, commit: String, hasStandby: Bool) {
        self.commit = commit
        if !flushes || commit == "off" {
            durability = .written
        } else {
            durability = hasStandby && commit != "local" ? .replicated : .flushed
        }
    }

    /// Checks that a commit is as durable as the server promised.
    ///
    /// A warning beside a commit may be that somebody cancelled the wait for the standby. Without a standby it says nothing of the commit.
    /// - Throws: `QueryFailure.unanswered`, because the commit may be lost with this server.
    func checkCommit(_ answer: QueryResult) throws(QueryFailure) {
        if answer.hasWarning, durability == .replicated {
            throw .unanswered(reason: "the wait for the synchronous standby was cancelled")
        }
    }
}
