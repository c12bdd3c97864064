/// The feed: all blocks of all runs, for whoever follows the log from outside, such as a sender of webhooks or a statistic.
extension SharedLog {
    /// How many blocks a page has at most.
    package static let greatestPage = 1024

    /// The next blocks behind a position, of all runs.
    ///
    /// Whoever begins without a position, and goes on from the `next` of each page, is told each block once, and those of a run in
    /// their order. Once a block is told, no later block gets a position before it. The blocks of different runs are in no order that
    /// means something: above all, not in the order of their times.
    ///
    /// A block that is told is in the log to stay; what it survives is `durability`. A run that leaves the log, as by `keyway retire`,
    /// takes along what was not told yet.
    ///
    /// A consumer that stores the position behind what it has done is told a block again after a crash between the two. One that
    /// stores both in one transaction is not.
    ///
    /// - Parameters:
    ///   - position: how far the caller has read; nil begins with the first block that the log has.
    ///   - limit: how many blocks the page has at most, from 1 to 1,024. Ask for fewer where a page does not come in time.
    /// - Throws: `FeedError.noFeed`, `otherHistory` and `unavailable`.
    public func blocks(
        after position: FeedPosition? = nil, limit: Int = 256
    ) async throws(FeedError) -> FeedPage {
        guard let feeding = engine as? any FeedingLog else {
            throw .noFeed("its store gives the blocks of one run at a time only")
        }
        return try await feeding.blocks(after: position, limit: min(max(limit, 1), Self.greatestPage))
    }
}
