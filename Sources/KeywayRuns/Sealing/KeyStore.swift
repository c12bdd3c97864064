public import KeywayCore

/// Where an app keeps the keys of its runs, apart from the log.
///
/// With a key store, a log has the personal and secret values of a run encrypted, if the flow says what coming back with them means
/// (`restored when withValues`); a run that comes back after a restart has them again. Without one they are in memory only. Erasing a
/// run's key makes its values unreadable; the rest of the log stays as it is.
///
/// A `Node`, which shares its log with other processes, waits two seconds for a key and then cancels the task that asks. The store should
/// stop then: if it goes on, the calls behind that one are late as well, and a key made for a run that does not begin is never erased.
public protocol KeyStore: Sendable {
    /// Makes a key for a run that is about to begin. The key is durable when this returns: a log may have values from then on that
    /// only this key opens.
    ///
    /// - Parameter run: the identity by which the log will have the run.
    /// - Returns: the key, by which this run's values are encrypted from now on.
    /// - Throws: where the key cannot be kept, or the run has one already. The run does not begin then.
    func makeKey(for run: RunID) async throws -> any RunKey

    /// The key of a run that an earlier process began; nil where the store has none, as after `eraseKey(of:)`. The run comes back
    /// without its values then, which its flow hears with the event `restored`.
    ///
    /// - Parameter run: the identity by which the log has the run.
    /// - Throws: where the store cannot tell now, as a locked keychain. This process does not go on with the run then; the log keeps it.
    func key(of run: RunID) async throws -> (any RunKey)?

    /// Destroys the run's key; it is no error if there is none.
    ///
    /// An orchestrator calls this once a run has ended and its last handler has returned.
    /// - Parameter run: the identity by which the log has the run.
    /// - Throws: where the key could not be destroyed.
    func eraseKey(of run: RunID) async throws
}
