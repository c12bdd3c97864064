package import KeywayLog
package import KeywayNodes

/// A log with a feed, of which a test decides when appends are committed.
package protocol FeedTrial: Sendable {
    var log: SharedLog { get }
    /// How long a block that is committed may be kept back by what others do in the engine.
    var patience: Duration { get }

    /// Begins an append, and leaves it open. The log has a committed append before.
    func begin(_ append: SharedAppend) async throws -> any OpenAppend
}

/// An append that has begun; it is committed or rolled back once.
package protocol OpenAppend: Sendable {
    func commit() async throws
    func rollBack() async throws
}
