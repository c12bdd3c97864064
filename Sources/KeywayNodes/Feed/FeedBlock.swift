public import KeywayCore
public import KeywayLog

/// What a node appended to a run at once, as the feed of a shared log tells it: the feed gives the blocks of all runs one by one.
public struct FeedBlock: Sendable {
    /// Whose records these are. All digits are 0 where the log has lost that; then `records` throws `damaged`.
    public let run: RunID
    /// The sequence of the first record. With the run it identifies the block, also after the feed has begun anew.
    public let first: UInt64
    /// The place in the feed behind this block: whoever goes on from there is not told the block again.
    public let position: FeedPosition
    private let content: Result<[Record], LogError>

    package init(run: RunID, first: UInt64, position: FeedPosition, content: Result<[Record], LogError>) {
        self.run = run
        self.first = first
        self.position = position
        self.content = content
    }

    /// The records, one at least, in the order of their sequences. Personal and secret values are withheld or encrypted, as in the log.
    ///
    /// - Throws: `LogError.damaged` or `newer` where they cannot be read; the blocks behind it are told all the same.
    public var records: [Record] {
        get throws(LogError) { try content.get() }
    }
}
