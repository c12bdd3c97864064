import KeywayLog

/// What a node has done since it began, for a server's monitor; each is a sum.
public struct NodeCounts: Hashable, Sendable {
    /// Decisions of this node that are in the log. One has the records of all inputs that came together.
    public internal(set) var appends = 0
    /// Statements that took decisions to the log, repetitions included; one has up to 64 decisions.
    public internal(set) var appendStatements = 0
    /// Decisions that did not count, because the run had gone on or the log had lost records of it.
    public internal(set) var conflicts = 0
    /// Statements that the log did not answer, or refused. Those that somebody waits for are asked again.
    public internal(set) var failedStatements = 0
    /// Runs that the node has looked at because a deadline was late, or orders were open whose node may be gone.
    public internal(set) var looks = 0
    /// Orders of other nodes that the node has taken over, or its own after it had no lease for a while.
    public internal(set) var takenOver = 0

    /// How often this node could not go on with a run, because it could not read the run or the log does not take what it decided.
    ///
    /// Other nodes may go on with such a run. The log itself sets a run aside for all nodes where those that looked at it have died.
    public internal(set) var setAside = 0
    /// Keys of ended runs that the key store did not erase.
    public package(set) var unerasedKeys = 0

    init() {}

    /// Counts an append that is in the log.
    mutating func note(_ records: [Record]) {
        appends += 1
        for record in records {
            if case .takenOver(let orders) = record.content { takenOver += orders.count }
        }
    }
}
