import KeywayCore
package import KeywayLog

/// A log that many nodes share, as one of them reaches it: the engine that keeps it does the distributing.
///
/// Whoever keeps such a log in a database does each statement in a transaction of its own, and keeps these rules:
/// - All times are of the engine's one clock. A node's clock is used for nothing.
/// - Of two appends that expect the same end of a run one wins, whatever else is under way.
/// - What an append has written, `settle` and `confirm` tell only as durable as the log promises.
/// - A statement that a node has given up may still be done, at any later time; it then keeps the same rules.
package protocol SharedLog: Sendable {
    /// Does a statement for a node; no thread of Swift's tasks waits for the engine meanwhile.
    ///
    /// - Throws: `EngineFailure.refused` only where the statement is not done and never will be; `unknown` otherwise.
    func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer
}
