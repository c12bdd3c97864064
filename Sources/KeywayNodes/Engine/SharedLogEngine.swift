import KeywayCore
package import KeywayLog

/// What keeps a log that many nodes share: it does the distributing, so that nodes need not know of each other.
///
/// An engine over a database does each statement in one transaction, or in a few where
/// parts of it do not depend on each other, and keeps these rules:
/// - All times are of the engine's one clock. A node's wall clock is used for nothing.
/// - Of two appends that expect the same end of a run one wins, whatever else is under way.
/// - What an append has written, `settle` and `confirm` tell only as durable as the log promises.
/// - A statement that a node has given up may still be done, at any later time; it then keeps the same rules.
package protocol SharedLogEngine: Sendable {
    /// What an append that is told as done survives.
    var durability: Durability { get }

    /// Why the statement failed that failed last; nil where none has. It stays when later ones succeed.
    var lastFault: StorageFault? { get }

    /// Does a statement for a node; no thread of Swift's tasks waits for the engine meanwhile.
    ///
    /// - Throws: `EngineFailure.refused` only where the statement is not done and never will be; `unknown` otherwise.
    func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer
}
