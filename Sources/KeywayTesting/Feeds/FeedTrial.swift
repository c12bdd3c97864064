package import KeywayLog
package import KeywayNodes

/// A log with a feed for a test, which decides when each append is committed.
package protocol FeedTrial: Sendable {
    var log: SharedLog { get }
    /// How long the feed may keep back a committed block, because of what others do in the engine that keeps the log.
    var patience: Duration { get }

    /// Begins an append, and leaves it open. Before the first call, another append must have been committed to the log.
    func begin(_ append: SharedAppend) async throws -> any OpenAppend
}

/// An append that has begun; it is committed or rolled back once.
package protocol OpenAppend: Sendable {
    func commit() async throws
    func rollBack() async throws
}
