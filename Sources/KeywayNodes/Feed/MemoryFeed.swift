package import KeywayCore
package import KeywayLog

/// In which order a log in memory tells its blocks: as a database does, by the numbers of transactions.
///
/// A transaction gets its number when it begins, and may be done later than others with greater numbers. So blocks are told only up to the
/// first transaction that is still open.
package struct MemoryFeed: Sendable {
    /// A mistake on purpose, to show that the tests which every feed must pass find it.
    package enum PlantedFault: Sendable {
        /// Blocks are told whatever transaction is open.
        case readsToNewest
        /// The block of the position is told once more.
        case tellsLastAgain
        /// The blocks of a page stand in the opposite order.
        case tellsBackward
        /// A transaction that was rolled back stays open.
        case keepsRolledBack
        /// The lag of each page is 0, as if no block were left behind it.
        case noLag
        /// Positions of other logs are accepted.
        case takesAnyPosition
    }

    /// The mistake that the feed makes on purpose; nil for a sound feed.
    private let planted: PlantedFault?
    /// Stands in each position of this log, so that those of other logs are refused.
    private let history: String
    /// In the order in which they are told.
    private var blocks: [FeedBlock] = []
    /// The number of the transaction that began last.
    private var transactions: Int64 = 0
    /// The numbers of the transactions that are neither done nor rolled back.
    private var open: Set<Int64> = []

    /// - Parameter history: tells the positions of this log from those of others; it has no colon.
    package init(history: String, planting planted: PlantedFault? = nil) {
        self.history = history
        self.planted = planted
    }

    /// Begins a transaction; returns its number.
    package mutating func begin() -> Int64 {
        transactions += 1
        open.insert(transactions)
        return transactions
    }

    /// Ends a transaction, in which these appends were done.
    package mutating func end(_ transaction: Int64, with appends: [SharedAppend]) {
        if appends.isEmpty, planted == .keepsRolledBack { return }
        open.remove(transaction)
        for (place, append) in appends.enumerated() {
            let position = FeedPosition(
                history: history, transaction: transaction, place: Int64(place) + 1,
                first: Int64(clamping: append.first))
            let block = FeedBlock(
                run: append.run, first: append.first, position: position, content: .success(append.records))
            let next = blocks.lastIndex { $0.position < position }.map { $0 + 1 } ?? 0
            blocks.insert(block, at: next)
        }
    }

    /// The next blocks behind a position.
    ///
    /// - Parameter now: by the log's clock.
    package func page(
        after asked: FeedPosition?, limit: Int, at now: Instant
    ) throws(FeedError) -> FeedPage {
        let position = asked ?? .beginning(of: history)
        guard position.history == history || planted == .takesAnyPosition else { throw .otherHistory(position) }
        let end = planted == .readsToNewest ? nil : open.min()
        let rest = blocks.drop { planted == .tellsLastAgain ? $0.position < position : $0.position <= position }
        let settled = Array(rest.prefix { $0.position.transaction < end ?? .max })
        let held = rest.dropFirst(settled.count).first
        return FeedPage(
            of: planted == .tellsBackward ? settled.reversed() : settled, before: held, limit: limit, after: position,
            at: planted == .noLag ? Instant(milliseconds: .min) : now)
    }
}
