package import KeywayCore
import KeywayLog

/// Some blocks of a shared log, as its feed tells them in one answer.
public struct FeedPage: Sendable {
    /// In the order of the feed; none where there is nothing new.
    public let blocks: [FeedBlock]
    /// From where to go on: behind the last block; for a page without blocks, from where it was asked.
    public let next: FeedPosition
    /// Whether the log had nothing more that it might tell by then. Ask again after a while.
    public let isLast: Bool
    /// How long the first block behind this page has been in the log, by its first record and the log's clock.
    ///
    /// It is 0 where there is none, or that block cannot be read. Where it grows though each page is the last one, a transaction that
    /// somebody leaves open keeps the blocks back.
    public let lag: Duration

    /// - Parameters:
    ///   - settled: the blocks behind the position that may be told, from the first on: all, or at least one more than `limit`.
    ///   - held: the first block that may not be told yet, because an older transaction is open; nil where there is none.
    ///   - now: by the log's clock.
    package init(
        of settled: [FeedBlock], before held: FeedBlock?, limit: Int, after position: FeedPosition, at now: Instant
    ) {
        blocks = Array(settled.prefix(limit))
        next = blocks.last?.position ?? position
        isLast = settled.count <= limit
        let left = settled.dropFirst(limit).first ?? held
        let since = (try? left?.records)?.first?.time ?? now
        lag = .milliseconds(now > since ? now.milliseconds &- since.milliseconds : 0)
    }
}
