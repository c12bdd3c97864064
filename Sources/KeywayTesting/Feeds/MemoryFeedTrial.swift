package import KeywayLog
package import KeywayNodes

/// A log in memory, whose transactions are committed in any order.
package struct MemoryFeedTrial: FeedTrial {
    private let engine: MemorySharedLog

    /// - Parameter planted: a mistake that the feed makes on purpose; nil for a sound one.
    package init(planting planted: MemoryFeed.PlantedFault? = nil) {
        engine = MemorySharedLog(planting: planted)
    }

    package var log: SharedLog { SharedLog(engine) }
    package var patience: Duration { .zero }

    package func begin(_ append: SharedAppend) -> any OpenAppend {
        Transaction(engine: engine, number: engine.begin(), append: append)
    }

    private struct Transaction: OpenAppend {
        let engine: MemorySharedLog
        let number: Int64
        let append: SharedAppend

        func commit() { engine.commit(number, [append], of: append.id.node) }
        func rollBack() { engine.rollBack(number) }
    }
}
