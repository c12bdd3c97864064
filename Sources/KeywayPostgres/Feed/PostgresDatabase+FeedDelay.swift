import KeywayCore
import KeywayLog

extension PostgresDatabase {
    /// How far the feed of a log that nodes share is behind, whoever reads it: it tells no block before the oldest transaction is done that
    /// was open when the block was appended.
    package struct FeedDelay: Equatable, Sendable {
        /// How long the first block that may not be told yet has been in the log, in milliseconds by its first record and the server's
        /// clock. Where that block cannot be read, it is the age of the transaction; where there is none, 0.
        package var lag: Int64
        /// What the feed waits for; nil where nothing is open, or the user may not see it.
        package var oldest: OpenTransaction?
    }

    /// A transaction that somebody has open on the server, in whichever database.
    package struct OpenTransaction: Equatable, Sendable {
        /// Whose it is, as `session 4242 of psql in signin`.
        package var name: String
        /// For how long it has been open, in milliseconds by the server's clock.
        package var age: Int64
    }
}

extension BlockQuery {
    /// How far the feed is behind; nil where the log has none.
    func feedDelay() throws(ReadingFailure) -> PostgresDatabase.FeedDelay? {
        guard try perform(.hasFeed, []).first?.bool(0) == true, let row = try perform(.feedDelay, []).first,
            let now = row.integer(11)
        else { return nil }
        var delay = PostgresDatabase.FeedDelay(lag: 0)
        if let name = row.text(12), let age = row.integer(13) { delay.oldest = .init(name: name, age: max(age, 0)) }
        guard let first = row.integer(5) else { return delay }
        let time = try time(ofBlock: first, in: row)?.milliseconds
        delay.lag = time.map { $0 < now ? now &- $0 : 0 } ?? delay.oldest?.age ?? 0
        return delay
    }

    /// When the block of the row began, from its first record on; nil where it cannot be read.
    private func time(ofBlock first: Int64, in row: QueryResult.Row) throws(ReadingFailure) -> Instant? {
        guard let run = row.identity(0) else { return nil }
        var loaded = LoadedRun(run, from: UInt64(clamping: first))
        do throws(QueryFailure) { try loaded.take(row, version: flow) } catch { throw .query(error) }
        return loaded.allBlocks.first?.records.first?.time
    }
}
