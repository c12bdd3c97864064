public import KeywayCore

extension Orchestrator {
    /// Tells the time and waits for it; an app's is the system's, a test's is virtual.
    public protocol TimeSource: Sendable {
        /// The present; where this time goes back, a record has the time of the record before it.
        ///
        /// It is asked while a lock is held that many runs share: it must return at once, and ask no run anything.
        var now: Instant { get }

        /// Returns when the instant has come. An orchestrator calls it again after a pause where it returns early or
        /// throws.
        ///
        /// - Parameter instant: by this time, as `now` tells it; one that has come returns at once.
        /// - Throws: `CancellationError` when the task is cancelled before.
        func sleep(until instant: Instant) async throws
    }
}
