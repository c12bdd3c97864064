/// What the feed of each shared log promises.
///
/// A feed tells (lists) the blocks of all runs, page by page, to a reader who goes on from the position that he stored last. A block is
/// what one append wrote. A pass is reading from a position to the last page.
package enum FeedLaw: String, CaseIterable, Sendable {
    case everyBlock = "a pass tells each block once, as it was appended, and those of a run in their order"
    case stored = "whoever goes on from a stored position is told what is behind it, and nothing else"
    case lateCommits = "a block is told though it was committed later than blocks that were begun after it"
    case anyOrder = "whatever the order in which appends are begun, committed and rolled back, each block is told once"
    case rolledBack = "an append that is rolled back is not told, and keeps nothing back"
    case lag = "the lag is 0 where no block is left, and more where one is"
    case otherLogs = "the position of another log is refused"
}

/// A law that a feed has not kept.
package struct FeedBreach: Error, Sendable, CustomStringConvertible {
    /// The law that was checked.
    package var law: FeedLaw
    /// What the feed did instead.
    package var explanation: String

    package var description: String { "a feed must keep this: \(law.rawValue); but \(explanation)" }
}
