package import KeywayCore
package import KeywayLog

/// A shared log that ends with the process: several nodes of one process share it, in a test.
package final class MemorySharedLog: SharedLogEngine, FeedingLog {
    private struct State {
        var engine = MemoryEngine()
        var feed: MemoryFeed

        /// Does the appends that win, in a transaction that has begun.
        mutating func append(
            _ appends: [SharedAppend], of node: NodeID, in transaction: Int64, at time: Int64
        ) -> EngineAnswer {
            let answer = engine.perform(.append(appends), of: node, at: time)
            if case .appended(let won, _) = answer {
                feed.end(transaction, with: appends.filter { won.contains($0.run) })
            }
            return answer
        }
    }

    private let state: Lock<State>
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - history: tells the positions of this log's feed from those of others.
    ///   - planted: a mistake that the feed makes on purpose; nil for a sound one.
    ///   - now: the engine's clock, in milliseconds.
    package init(
        history: UInt64 = .random(in: .min ... .max), planting planted: MemoryFeed.PlantedFault? = nil,
        now: @escaping @Sendable () -> Int64 = monotonicMilliseconds
    ) {
        state = Lock(State(feed: MemoryFeed(history: String(history, radix: 16), planting: planted)))
        self.now = now
    }

    package var durability: Durability { .memory }
    package var lastFault: StorageFault? { nil }

    package func perform(
        _ statement: EngineStatement, for node: NodeID
    ) async throws(EngineFailure) -> EngineAnswer {
        state.withLock { state in
            guard case .append(let appends) = statement else {
                return state.engine.perform(statement, of: node, at: now())
            }
            return state.append(appends, of: node, in: state.feed.begin(), at: now())
        }
    }

    /// All blocks of a run, each with its records and the identity of the append, which names the node; none for an unknown run.
    package func blocks(of run: RunID) -> [SharedBlock] {
        state.withLock { $0.engine.blocks[run]?.map(\.stored) ?? [] }
    }

    // MARK: The feed

    package func blocks(after position: FeedPosition?, limit: Int) async throws(FeedError) -> FeedPage {
        let page: Result<FeedPage, FeedError> = state.withLock { state in
            Result { () throws(FeedError) in
                try state.feed.page(after: position, limit: limit, at: Instant(milliseconds: now()))
            }
        }
        return try page.get()
    }

    /// Begins a transaction that stays open; returns its number.
    package func begin() -> Int64 { state.withLock { $0.feed.begin() } }

    /// Does the appends, and ends their transaction.
    package func commit(_ transaction: Int64, _ appends: [SharedAppend], of node: NodeID) {
        _ = state.withLock { $0.append(appends, of: node, in: transaction, at: now()) }
    }

    /// Ends a transaction in which nothing was done.
    package func rollBack(_ transaction: Int64) { state.withLock { $0.feed.end(transaction, with: []) } }
}
