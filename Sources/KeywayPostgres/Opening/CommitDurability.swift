import KeywayLog

/// How durable the server's settings made commits when a log was opened.
struct CommitDurability: Equatable, Sendable {
    /// The setting `synchronous_commit` as it was then. Each append sets it again for itself, in case somebody has changed it since.
    let commit: String
    /// What a commit survives: with `written` the end of the app's process and no crash of the server, with `flushed` also a loss of
    /// power, with `replicated` also the loss of the server's machine.
    let durability: Durability
    /// The setting for which the last commits may be lost when the server's machine fails, as `fsync is off`; nil where they are not.
    let weakness: String?

    /// Without `fsync`, or with `synchronous_commit = off`, the last commits may be lost when the server or its machine fails. With a
    /// synchronous standby they survive even the loss of that machine, unless the session asks for `local`.
    /// Source: PostgreSQL 15, documentation, 20.5.1 and 20.6.2.
    ///
    /// - Parameters:
    ///   - flushes: whether `fsync` is on.
    ///   - commit: the setting `synchronous_commit`.
    ///   - hasStandby: whether `synchronous_standby_names` names a standby.
    init(flushes: Bool, commit: String, hasStandby: Bool) {
        self.commit = commit
        weakness = !flushes ? "fsync is off" : commit == "off" ? "synchronous_commit is off" : nil
        if weakness != nil {
            durability = .written
        } else {
            durability = hasStandby && commit != "local" ? .replicated : .flushed
        }
    }

    /// Checks that a commit is as durable as `durability` says.
    ///
    /// With a standby, a commit that comes with a warning may not be on the standby: somebody may have cancelled the wait for it. Without
    /// a standby the warning is about something else.
    /// - Throws: `QueryFailure.unanswered`, as where no answer came: the commit may be on this server alone, and be lost with it.
    func checkCommit(_ answer: QueryResult) throws(QueryFailure) {
        if answer.hasWarning, durability == .replicated {
            throw .unanswered(reason: "the wait for the synchronous standby was cancelled")
        }
    }
}
