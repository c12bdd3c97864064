/// A shared log that can tell all of its blocks, one behind the other. Not every engine can.
package protocol FeedingLog: SharedLogEngine {
    /// The next blocks behind a position.
    ///
    /// The log never tells a block while another one may still come that belongs before it. What it tells is durable: a crash or a
    /// failover that loses no records gives no later block an earlier position.
    ///
    /// - Parameters:
    ///   - position: how far the caller has read; nil begins with the first block that the log has.
    ///   - limit: how many blocks the page has at most, from 1 to `SharedLog.greatestPage`.
    func blocks(after position: FeedPosition?, limit: Int) async throws(FeedError) -> FeedPage
}
