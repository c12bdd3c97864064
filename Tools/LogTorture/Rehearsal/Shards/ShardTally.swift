/// What comes of one shard, and of all of them together.
struct ShardTally: Equatable, Sendable {
    /// How many statements there were, and how many runs were in them, by the kind.
    var statements = [Int](repeating: 0, count: StatementKind.allCases.count)
    var items = [Int](repeating: 0, count: StatementKind.allCases.count)
    /// For how many microseconds of each minute the database did statements of runs.
    var busy = [Double](repeating: 0, count: Int(RehearsalPlan.length / ShardTally.minute))
    /// How late deadlines were that no fault concerned, those whose node had died, and those that the shard was gone for.
    var calm = Spread()
    var afterDeath = Spread()
    var afterOutage = Spread()
    /// How long after the death of a node its orders were taken up, where the shard was there all the time.
    var takenUp = Spread()
    var ended = 0

    static let minute: Int64 = 60_000_000

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
