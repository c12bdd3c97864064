/// What was counted in one shard, a database with a log of its own; also the sum over all shards.
struct ShardTally: Equatable, Sendable {
    /// For each kind, by its raw value, how many statements there were.
    var statements = [Int](repeating: 0, count: StatementKind.allCases.count)
    /// For each kind how many runs were asked about in these statements.
    var items = [Int](repeating: 0, count: StatementKind.allCases.count)
    /// For how many microseconds of each minute the database did statements of runs.
    var busy = [Double](repeating: 0, count: Int(RehearsalPlan.length / ShardTally.minute))
    /// How late the deadlines were that no fault concerned.
    var calm = Spread()
    /// How late the deadlines were whose node had died.
    var afterDeath = Spread()
    /// How late the deadlines were that passed while the shard was gone or had not caught up.
    var afterOutage = Spread()
    /// How long after the death of a node each of its orders was taken over, where the shard was there all the time.
    var takenUp = Spread()
    /// How many sign-ins came to their end.
    var ended = 0

    /// The length of a minute in microseconds.
    static let minute: Int64 = 60_000_000

    /// Counts a statement for `count` runs that keeps the database busy for `cost` microseconds, from the time `time` on.
    mutating func note(_ kind: StatementKind, _ count: Int, busy cost: Double, at time: Double) {
        statements[Int(kind.rawValue)] += 1
        items[Int(kind.rawValue)] += count
        let minute = Int(time / Double(Self.minute))
        if minute < busy.count { busy[minute] += cost }
    }

    /// The share of the hour, and of its worst minute, in which the database was busy with runs.
    var load: (mean: Double, worst: Double) {
        let shares = busy.map { $0 / Double(Self.minute) }
        return (shares.reduce(0, +) / Double(shares.count), shares.max() ?? 0)
    }

    mutating func add(_ other: ShardTally) {
        for kind in statements.indices {
            statements[kind] += other.statements[kind]
            items[kind] += other.items[kind]
        }
        for minute in busy.indices { busy[minute] += other.busy[minute] }
        calm.add(other.calm)
        afterDeath.add(other.afterDeath)
        afterOutage.add(other.afterOutage)
        takenUp.add(other.takenUp)
        ended += other.ended
    }
}
