import KeywayCore
package import KeywayLog

/// The store of a log that many nodes share, such as a database. Nodes meet only there, and need not know of each other.
///
/// An engine over a database does each statement in one transaction, or in a few where parts of it do not depend on each other, and keeps
/// these rules:
/// - All times are of the engine's one clock. A node's wall clock is used for nothing.
/// - Of two appends that expect the same end of a run one wins, whatever else is under way.
/// - `settle` and `confirm` tell of an append only once that is as durable as the log promises.
/// - A statement that a node has given up may still be done, at any later time; it then keeps the same rules.
package protocol SharedLogEngine: Sendable {
    /// What an append that is told as done survives.
    var durability: Durability { get }

    /// Why the latest statement that failed did so; nil where none has failed. It stays when later ones succeed.
    var lastFault: StorageFault? { get }

    /// Does a statement for a node; no thread of Swift's tasks waits for the engine meanwhile.
    ///
    /// - Throws: `EngineFailure.refused` only where the statement is not done and never will be; `unknown` otherwise.
    func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer
}
