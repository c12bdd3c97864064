package import KeywayCore
package import KeywayLog

/// A shared log that ends with the process: several nodes of one process share it, in a test.
package final class MemorySharedLog: SharedLogEngine {
    private let engine = Lock(MemoryEngine())
    private let now: @Sendable () -> Int64

    /// - Parameter now: the engine's clock, in milliseconds.
    package init(now: @escaping @Sendable () -> Int64 = monotonicMilliseconds) {
        self.now = now
    }

    package var durability: Durability { .memory }
    package var lastFault: StorageFault? { nil }

    package func perform(
        _ statement: EngineStatement, for node: NodeID
    ) async throws(EngineFailure) -> EngineAnswer {
        engine.withLock { $0.perform(statement, of: node, at: now()) }
    }

    /// All records of a run, with the node that appended each.
    package func blocks(of run: RunID) -> [SharedBlock] { engine.withLock { $0.blocks[run]?.map(\.stored) ?? [] } }

    /// All runs, in no promised order.
    package var runs: [RunID] { engine.withLock { Array($0.rows.keys) } }
}
