import KeywayNodes

/// When each node beats and polls at a shard, and which nodes a run comes to. All times are in microseconds.
struct NodeRhythm: Sendable {
    /// When the shard is gone; behind all time where it never is.
    let outage: Range<Int64>
    private let faults: DrawnFaults
    private let seed: UInt64
    private let lease: Int64
    private let interval: Int64
    private let beat: Int64
    private let longestPause: Int64
    /// The moments of each interval at which nodes poll, the earliest first.
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

    /// A number below the limit, the same for the same two.
    private static func mixed(_ one: UInt64, _ other: UInt64, below limit: Int64) -> Int64 {
        var mixed = (one ^ other &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 29)) &* 0x94D0_49BB_1331_11EB
        return Int64((mixed ^ (mixed >> 32)) % UInt64(limit))
    }

    /// The node at that place among those that the run comes to.
    func node(of run: UInt32, place: Int) -> Int {
        Int(Self.mixed(seed ^ UInt64(run), UInt64(place), below: Int64(polls.count)))
    }

    /// Whether the shard was gone, all nodes know that it is back, and it has been back for as long again: those who waited go on together,
    /// and their next steps come together too.
    func isBack(at time: Int64) -> Bool {
        outage.upperBound < time - longestPause - (outage.upperBound - outage.lowerBound)
    }

    /// When the node asks again that has found the shard gone.
    func asksAgain(_ node: Int) -> Int64 {
        outage.upperBound + Self.mixed(seed, UInt64(node) << 32, below: longestPause)
    }

    /// The node that polls first from that time on, and when.
    func poll(from time: Int64) -> (node: Int, moment: Int64) {
        var begin = outage.contains(time) ? outage.upperBound + longestPause : time
        while true {
            let start = begin - begin % interval
            // The first that is not earlier in its interval, or the first of the next one.
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

    /// When the node last said before that time that it lives.
    private func lastBeat(of node: Int, before time: Int64) -> Int64 {
        let first = Self.mixed(seed, ~UInt64(node), below: beat)
        let last = time - (time - first) % beat
        return outage.contains(last) ? lastBeat(of: node, before: outage.lowerBound - 1) : last
    }

    /// When the lease ends of a node that has died.
    func leaseEnd(ofDead node: Int) -> Int64 { lastBeat(of: node, before: faults.diesAt[node]) + lease }

    /// When the node may call others dead: one lease after it began, or after the shard was gone for longer than its lease.
    func judgesFrom(_ node: Int, at time: Int64) -> Int64 {
        var from: Int64 = 0
        if faults.backAt[node] <= time { from = faults.backAt[node] + lease }
        if outage.upperBound <= time, lastBeat(of: node, before: outage.lowerBound) + lease < outage.upperBound {
            from = max(from, asksAgain(node) + lease)
        }
        return from
    }
}
