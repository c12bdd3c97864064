public import KeywayLog

/// Why `SharedLog.blocks` has given no page of the log's feed. Nothing was changed, and no position has moved.
public enum FeedError: Error, Hashable, Sendable {
    /// The log has no feed; the text says what it lacks.
    case noFeed(String)
    /// The position is of another log, or of this one before it was restored or has lost records.
    ///
    /// Blocks may have come since whose positions are earlier. Begin anew, without a position, and pass over the blocks that you
    /// know by their run and first sequence.
    case otherHistory(FeedPosition)
    /// The log cannot be asked now; the same call may succeed later.
    case unavailable(StorageFault)
}

extension FeedError: CustomStringConvertible {
    /// One sentence that says what and why.
    public var description: String {
        switch self {
        case .noFeed(let reason): "the log has no feed: \(reason)"
        case .otherHistory(let position):
            "the position '\(position)' is of another log, or of a time before this one was restored: begin the feed anew"
        case .unavailable(let fault): "the feed cannot be read now: \(fault)"
        }
    }
}
