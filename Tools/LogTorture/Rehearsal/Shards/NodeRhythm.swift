import KeywayNodes

/// When each node says to a shard that it lives (beats), when it asks for runs to look at (polls), and which nodes a run comes to.
///
/// All times are in microseconds.
struct NodeRhythm: Sendable {
    /// From when until when the shard is gone; an empty range at `Int64.max` where it never is.
    let outage: Range<Int64>
    private let faults: DrawnFaults
    private let seed: UInt64
    /// For how long after its last beat a node counts as living.
    private let lease: Int64
    /// The time between two polls of a node.
    private let interval: Int64
    /// The time between two beats of a node.
    private let beat: Int64
    /// The longest time that a node waits before it asks a shard again that is gone.
    private let longestPause: Int64
    /// For each node the moment at which it polls, counted from the beginning of each interval; the earliest first.
    private let polls: [(moment: Int64, node: Int)]

    init(_ plan: RehearsalPlan, _ policy: MeasuredPolicy, _ faults: DrawnFaults, shard: Int) {
        outage = faults.shard == shard ? faults.outage : Int64.max..<Int64.max
        self.faults = faults
        lease = plan.terms.lease * 1_000
        interval = plan.terms.poll * 1_000
        beat = policy.beatInterval
        longestPause = plan.terms.pauses.longest * 1_000
        let (seed, interval) = (plan.seed &* 0xD1B5_4A32_D192_ED03 ^ UInt64(shard), interval)
        self.seed = seed
        polls = (0..<plan.nodes).map { (Self.mixed(seed, UInt64($0), below: interval), $0) }.sorted { $0 < $1 }
    }

    /// A number below the limit that looks random, and is always the same for the same two numbers.
    ///
    /// Source of the factors: SplitMix64.
    private static func mixed(_ one: UInt64, _ other: UInt64, below limit: Int64) -> Int64 {
        var mixed = (one ^ other &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 29)) &* 0x94D0_49BB_1331_11EB
        return Int64((mixed ^ (mixed >> 32)) % UInt64(limit))
    }

    /// The node at this place among those that the run with this drawn number comes to.
    func node(of run: UInt32, place: Int) -> Int {
        Int(Self.mixed(seed ^ UInt64(run), UInt64(place), below: Int64(polls.count)))
    }

    /// Whether the shard was gone, all nodes know that it is back, and have known that for as long as the shard was gone.
    ///
    /// Before that time the load is not the usual one: the runs that waited go on together, and so their next steps come together too.
    func isBack(at time: Int64) -> Bool {
        outage.upperBound < time - longestPause - (outage.upperBound - outage.lowerBound)
    }

    /// When a node that has found the shard gone asks again: at a moment of its own after the shard is back.
    func asksAgain(_ node: Int) -> Int64 {
        outage.upperBound + Self.mixed(seed, UInt64(node) << 32, below: longestPause)
    }

    /// The living node that polls first at or after this time, and when.
    func poll(from time: Int64) -> (node: Int, moment: Int64) {
        var begin = outage.contains(time) ? outage.upperBound + longestPause : time
        while true {
            let start = begin - begin % interval
            // By halving: the first poll in the interval that is not before `begin`; behind the last one the next interval's polls follow.
            var (low, high) = (0, polls.count)
            while low < high {
                let middle = (low + high) / 2
                if start + polls[middle].moment < begin { low = middle + 1 } else { high = middle }
            }
            for turn in low..<low + polls.count {
                let poll = polls[turn % polls.count]
                let moment = start + poll.moment + (turn < polls.count ? 0 : interval)
                if faults.lives(poll.node, at: moment), !outage.contains(moment) { return (poll.node, moment) }
            }
            begin = outage.contains(begin + interval) ? outage.upperBound + longestPause : begin + interval
        }
    }

    /// When the node last said, before that time, that it lives; while the shard is gone it cannot.
    private func lastBeat(of node: Int, before time: Int64) -> Int64 {
        let first = Self.mixed(seed, ~UInt64(node), below: beat)
        let last = time - (time - first) % beat
        return outage.contains(last) ? lastBeat(of: node, before: outage.lowerBound - 1) : last
    }

    /// When the lease of a node that has died ends.
    func leaseEnd(ofDead node: Int) -> Int64 { lastBeat(of: node, before: faults.diesAt[node]) + lease }

    /// From when on the node may take others for dead: a lease after it came back, or after the shard was gone for longer than its lease.
    func judgesFrom(_ node: Int, at time: Int64) -> Int64 {
        var from: Int64 = 0
        if faults.backAt[node] <= time { from = faults.backAt[node] + lease }
        if outage.upperBound <= time, lastBeat(of: node, before: outage.lowerBound) + lease < outage.upperBound {
            from = max(from, asksAgain(node) + lease)
        }
        return from
    }
}
