import KeywayNodes
import KeywayTesting

/// What goes wrong in the hour, drawn before it begins: some nodes die and come back, and one shard is gone for a while.
///
/// All times are in microseconds.
struct DrawnFaults: Sendable {
    /// For each node when it dies; `.max` for a node that does not. No node dies twice.
    private(set) var diesAt: [Int64]
    /// For each node when it is back after its death; `.max` for a node that does not die.
    private(set) var backAt: [Int64]
    /// The number of the shard that is gone for a while.
    let shard: Int
    /// From when until when that shard is gone.
    let outage: Range<Int64>

    /// How long a dead node or a shard is gone: 30 to 120 seconds.
    ///
    /// Source: services of managed PostgreSQL name this time for a failover.
    private static let gone: ClosedRange<Int64> = 30_000_000...120_000_000
    private static let minute: Int64 = 60_000_000

    init(_ plan: RehearsalPlan) {
        var chance = SeededGenerator(seed: plan.seed ^ 0xFA17)
        diesAt = Array(repeating: .max, count: plan.nodes)
        backAt = Array(repeating: .max, count: plan.nodes)
        var left = plan.deaths
        while left > 0 {
            let node = Int.random(in: 0..<plan.nodes, using: &chance)
            guard diesAt[node] == .max else { continue }
            diesAt[node] = .random(in: 5 * Self.minute...50 * Self.minute, using: &chance)
            backAt[node] = diesAt[node] + .random(in: Self.gone, using: &chance)
            left -= 1
        }
        shard = Int.random(in: 0..<plan.shards, using: &chance)
        let begin = Int64.random(in: 10 * Self.minute...45 * Self.minute, using: &chance)
        outage = begin..<begin + .random(in: Self.gone, using: &chance)
    }

    func lives(_ node: Int, at time: Int64) -> Bool { time < diesAt[node] || backAt[node] <= time }

    /// Whether the node has lived from one time to another without a death.
    func lives(_ node: Int, from start: Int64, to end: Int64) -> Bool {
        lives(node, at: start) && !(start < diesAt[node] && diesAt[node] <= end)
    }

    /// This node, or the next one after it that lives at the time; nil where none lives.
    func living(from node: Int, at time: Int64) -> Int? {
        for step in 0..<diesAt.count {
            let other = (node + step) % diesAt.count
            if lives(other, at: time) { return other }
        }
        return nil
    }
}
