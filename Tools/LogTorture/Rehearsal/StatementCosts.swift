/// How long a statement keeps the database of a shard busy, and how long the node waits besides, in microseconds.
///
/// Source of the numbers that hold unless a call gives others: the nodes' statements sent by a C program in November 2026 to PostgreSQL 15
/// with `fsync`, on two cores that the server shared with its clients. `Benchmarks postgres` measures another server.
struct StatementCosts: Equatable, Sendable {
    /// One append alone: eight connections do 10,096 a second.
    var append = 99
    /// Each further append in the same statement: two connections with 64 appends in a statement do 96,817 appends a second.
    var item = 9
    /// A statement that only reads: to read the blocks of one run takes 20 to 50.
    var read = 50
    /// The flush and the way to the node, for which the database is not busy: one append alone takes 292 until its node knows.
    var answer = 193

    /// For how many microseconds the statement keeps the database busy.
    ///
    /// - Parameter count: how many items go in the statement.
    func busy(_ kind: StatementKind, _ count: Int) -> Double {
        Double((kind.writes ? append : read) + (count - 1) * item)
    }

    /// How many microseconds one item costs in a statement of about `count` items: an even part of what the statement costs without its
    /// items, and the cost of a further item.
    func costOfItem(in kind: StatementKind, among count: Double) -> Double {
        (busy(kind, 1) - Double(item)) / max(count, 1) + Double(item)
    }

    /// The share of time for which all nodes keep a shard busy with what they ask for no run.
    ///
    /// - Parameter perSecond: how many statements of each kind one node sends in a second for no run.
    func idleShare(of nodes: Int, _ perSecond: [StatementKind: Double]) -> Double {
        // A look that finds no run writes nothing, so it costs as much as reading.
        let perNode = perSecond.reduce(0) { $0 + $1.value * busy($1.key == .look ? .load : $1.key, 1) }
        return perNode * Double(nodes) / 1_000_000
    }
}
