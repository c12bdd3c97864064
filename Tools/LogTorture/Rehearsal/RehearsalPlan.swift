import KeywayNodes

/// What is rehearsed: how many sign-ins come in an hour, to how many nodes over how many shards.
///
/// Each shard has a log of its own, and each node beats and looks at all of them. A run belongs to one shard by its identity.
struct RehearsalPlan: Sendable {
    /// How long sign-ins keep coming, in microseconds.
    static let length: Int64 = 3_600_000_000

    var nodes = 1_000
    var runs = 10_000_000
    var shards = 8
    var seed: UInt64 = 1
    var costs = StatementCosts()
    var mistake: RehearsalMistake?
    var terms = NodeTerms()

    /// How many nodes die once in the hour, and come back.
    var deaths: Int { max(nodes / 50, 1) }

    /// How many of the runs a shard has.
    func runs(of shard: Int) -> Int { runs / shards + (shard < runs % shards ? 1 : 0) }
}
