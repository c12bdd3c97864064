import KeywayCore
import KeywayLog
import KeywayNodes

/// What a server says of itself beside a page of the feed.
struct FeedMoment {
    /// Whether the feed's index is there.
    let isReady: Bool
    /// Whether blocks have transaction numbers that this server has not given yet, as after a dump of another server was restored.
    let isOfOtherServer: Bool
    /// The number of the next transaction.
    private let ahead: Int64
    /// The server's time.
    let now: Instant
    /// The cluster and the database.
    private let database: String
    /// PostgreSQL's timeline: it changes when a standby takes this server's place, or a backup is restored.
    private let timeline: String

    /// - Parameter row: any row of `Statement.feed`, for the columns from 14 on are the same in all of them.
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

    /// The history that is part of the positions of blocks that are told now (`FeedPosition.history`).
    ///
    /// A server that takes this one's place may lack the last transactions. It then gives their numbers a second time, and a reader
    /// would pass over the new blocks. Only where a synchronous standby has every block that is told do positions hold on another
    /// server; otherwise the timeline is part of the history, so that another server refuses them.
    func history(as durability: Durability) -> String {
        durability == .replicated ? database : "\(database).\(timeline)"
    }

    /// Whether the position's block was told by this database, in a state that it has not lost since.
    func isHistory(of position: FeedPosition) -> Bool {
        [database, "\(database).\(timeline)"].contains(position.history) && position.transaction < ahead
    }
}
