import KeywayCore
import KeywayLog
import KeywayNodes

/// What a server says of itself beside a page of the feed.
struct FeedMoment {
    /// Whether the feed's index is there.
    let isReady: Bool
    /// Whether blocks have numbers that this server has not given yet.
    let isOfOtherServer: Bool
    /// The number of the next transaction.
    private let ahead: Int64
    let now: Instant
    /// The cluster and the database.
    private let database: String
    /// How often servers have taken the place of others, a standby for one.
    private let timeline: String

    /// - Parameter row: of `Statement.feed`.
    init?(_ row: QueryResult.Row) {
        guard let isReady = row.bool(14), let isOfOtherServer = row.bool(15), let ahead = row.integer(16),
            let now = row.integer(17), let database = row.text(18), let timeline = row.text(19)
        else { return nil }
        self.isReady = isReady
        self.isOfOtherServer = isOfOtherServer
        self.ahead = ahead
        self.now = Instant(milliseconds: now)
        self.database = database
        self.timeline = timeline
    }

    /// Of which history the positions of blocks are that are told now.
    ///
    /// A server that takes this one's place may lack what no standby has: it then gives numbers a second time, and a reader would pass
    /// over their blocks. So only what a synchronous standby has is told with positions that hold on another server.
    func history(as durability: Durability) -> String {
        durability == .replicated ? database : "\(database).\(timeline)"
    }

    /// Whether the position's block was told by this database, in a state that it has not lost since.
    func isHistory(of position: FeedPosition) -> Bool {
        [database, "\(database).\(timeline)"].contains(position.history) && position.transaction < ahead
    }
}
