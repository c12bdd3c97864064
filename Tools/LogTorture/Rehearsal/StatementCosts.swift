/// How long a statement keeps the database of a shard busy, and how long the node waits besides, in microseconds.
///
/// Source of the numbers if none are said: the statements sent from C in November 2026, to PostgreSQL 15 with `fsync`, on two cores that
/// it shared with its clients. `Benchmarks postgres` prints how many another server does in a second.
struct StatementCosts: Equatable, Sendable {
    /// One append alone: eight connections do 10,096 a second.
    var append = 99
    /// Each further one of the same set: two connections with sets of 64 do 96,817 a second.
    var item = 9
    /// A statement that only reads: the blocks of one run take 20 to 50.
    var read = 50
    /// The flush and the way: one append alone takes 292 until its node knows.
    var answer = 193

    /// - Parameter count: how many items go in the statement.
    func busy(_ kind: StatementKind, _ count: Int) -> Double {
        Double((kind.writes ? append : read) + (count - 1) * item)
    }

    /// Of a statement that is one of so many that go together at most: its share of all.
    func share(_ kind: StatementKind, of count: Double) -> Double {
        (busy(kind, 1) - Double(item)) / max(count, 1) + Double(item)
    }

    /// How much of a shard the nodes keep busy with what they ask without a run.
    func idleShare(of nodes: Int, _ perSecond: [StatementKind: Double]) -> Double {
        // A look that finds nothing writes nothing.
        let perNode = perSecond.reduce(0) { $0 + $1.value * busy($1.key == .look ? .load : $1.key, 1) }
        return perNode * Double(nodes) / 1_000_000
    }
}
