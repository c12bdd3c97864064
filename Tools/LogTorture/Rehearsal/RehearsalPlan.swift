import KeywayNodes

/// What is rehearsed: how many sign-ins come in an hour, to how many nodes over how many shards.
///
/// A shard is a database with a log of its own. Each node says to all shards that it lives, and looks for runs in all of them; a run
/// belongs to one shard, by its identity.
struct RehearsalPlan: Sendable {
    /// How long sign-ins keep coming, in microseconds.
    static let length: Int64 = 3_600_000_000

    /// How many nodes serve all shards.
    var nodes = 1_000
    /// How many sign-ins come in the hour.
    var runs = 10_000_000
    var shards = 8
    /// Decides all that is drawn: two rehearsals of the same plan go the same way.
    var seed: UInt64 = 1
    /// How long a database and a node need for a statement.
    var costs = StatementCosts()
    /// The mistake that the nodes make on purpose; nil for none.
    var mistake: RehearsalMistake?
    /// How long the nodes' leases are, and how long nodes wait.
    var terms = NodeTerms()

    /// How many nodes die once in the hour, and come back: one of fifty, and at least one.
    var deaths: Int { max(nodes / 50, 1) }

    /// How many of the runs a shard has.
    func runs(of shard: Int) -> Int { runs / shards + (shard < runs % shards ? 1 : 0) }
}
