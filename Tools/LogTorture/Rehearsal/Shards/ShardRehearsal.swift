import KeywayNodes
import KeywayTesting

/// The simulated hour of one shard: its runs (sign-ins), one event after the other, and its database, which does one statement at a time.
///
/// A shard is a database with a log of its own. Shards have nothing in common but the nodes, whose deaths are drawn before. All times are
/// in microseconds.
struct ShardRehearsal {
    let plan: RehearsalPlan
    /// The scripts of the sign-ins that were measured: each run repeats one of them.
    let book: Playbook
    let faults: DrawnFaults
    /// When each node says that it lives and asks for runs to look at, and when the shard is gone.
    let clock: NodeRhythm
    /// The shard's number.
    private let shard: Int
    /// For each `StatementKind.ConnectionGroup` the kinds of statements that go on its connections, as a set of bits, and how many
    /// connections a node has in the group: so many statements may be under way at once.
    let connectionGroups: [(kinds: UInt16, connections: UInt8)]
    /// How many queues each node has in `lines`: one for each kind of statement.
    let kindCount = StatementKind.allCases.count
    /// By which factor the database takes longer for a run's statement, because it also does what nodes send for no run in particular: that
    /// they live, and the search for runs to look at.
    let slowing: Double
    /// For about how many runs of this shard a node performs an effect at the same time: one `continued` statement asks about all of them
    /// whether they have gone on elsewhere.
    let watched: Double
    private var chance: SeededGenerator
    /// The runs under way. Wherever a `UInt32` names a run, it is the run's position here; `RehearsedRun.number` is another, a drawn one.
    var runs: [RehearsedRun] = []
    /// The positions in `runs` of runs that have ended: new ones get them.
    private var free: [UInt32] = []
    /// When something next happens to each run.
    var heap = RunHeap()
    /// For each node what it has under way at this shard, and what waits for a connection.
    var desks: [Desk]
    /// For each node, one node after the other, a queue of runs for each kind of statement.
    var lines: [Desk.Line]
    var now: Int64 = 0
    /// When the database has done all that it was asked.
    var freeAt = 0.0
    /// How many runs wait for a connection.
    var waiting = 0
    /// When, after the shard was gone, nothing that had waited was left; `.max` until then.
    private var caughtUpAt = Int64.max
    var tally = ShardTally()

    init(_ plan: RehearsalPlan, _ policy: MeasuredPolicy, _ faults: DrawnFaults, shard: Int) {
        (self.plan, self.faults, self.shard) = (plan, faults, shard)
        book = Playbook(policy)
        connectionGroups = StatementKind.ConnectionGroup.allCases.map { group in
            (StatementKind.bits(of: group), group == .looking ? 1 : UInt8(plan.terms.connections))
        }
        clock = NodeRhythm(plan, policy, faults, shard: shard)
        // However busy the database is with statements for no run, a tenth of its time is left for those of runs, so that the hour ends.
        slowing = 1 / (1 - min(plan.costs.idleShare(of: plan.nodes, policy.idlePerSecond), 0.9))
        let perSecond = Double(plan.runs(of: shard)) / Double(RehearsalPlan.length / 1_000_000)
        watched =
            perSecond * (policy.perSignIn[.continued] ?? 0) * Double(plan.terms.watch) / 1_000 / Double(plan.nodes)
        chance = SeededGenerator(seed: plan.seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(shard))
        desks = Array(repeating: Desk(), count: plan.nodes)
        lines = Array(repeating: Desk.Line(), count: plan.nodes * StatementKind.allCases.count)
    }

    /// Plays the hour, and on until nothing more happens.
    mutating func play() -> ShardTally {
        let arrivals = drawnArrivals()
        var next = 0
        while true {
            let arrival = next < arrivals.count ? Int64(arrivals[next]) : .max
            now = min(arrival, heap.earliestTime)
            if now == .max { return tally }
            if clock.isBack(at: now), caughtUpAt == .max, waiting == 0, freeAt <= Double(now) {
                caughtUpAt = now
            }
            if arrival <= heap.earliestTime {
                next += 1
                beginRun()
            } else {
                happen(heap.removeFirst())
            }
        }
    }

    /// When the sign-ins of the hour begin, in order; each moment is as likely as any other.
    private mutating func drawnArrivals() -> [UInt32] {
        var arrivals: [UInt32] = []
        arrivals.reserveCapacity(plan.runs(of: shard))
        for _ in 0..<plan.runs(of: shard) {
            arrivals.append(.random(in: 0..<UInt32(RehearsalPlan.length), using: &chance))
        }
        arrivals.sort()
        return arrivals
    }

    private mutating func beginRun() {
        let step = book.begins[Int.random(in: 0..<book.begins.count, using: &chance)]
        let new = RehearsedRun(number: UInt32(truncatingIfNeeded: chance.next()), step: step)
        let run: UInt32
        if let place = free.popLast() {
            run = place
            runs[Int(run)] = new
        } else {
            run = UInt32(runs.count)
            runs.append(new)
        }
        begin(run)
    }

    /// Counts the end of the run, and frees its position for a new one.
    mutating func end(_ run: UInt32) {
        tally.ended += 1
        free.append(run)
    }

    /// Does what `entry` says of the run, whose time in the heap has come.
    private mutating func happen(_ run: UInt32) {
        switch runs[Int(run)].entry {
        case .begins: begin(run)
        case .answered: takeAnswer(run)
        case .sentAgain: transmit(run)
        }
    }

    /// Whether at some time between these two the shard was gone, or had not caught up yet.
    func isDisturbed(from start: Int64, to end: Int64) -> Bool {
        clock.outage.lowerBound <= end && start <= caughtUpAt
    }
}
