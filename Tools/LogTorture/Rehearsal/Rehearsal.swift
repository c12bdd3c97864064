import KeywayNodes

/// A rehearsal: what nodes ask is measured on a few sign-ins, and then an hour of millions is played, shard by shard.
struct Rehearsal: Sendable {
    let plan: RehearsalPlan
    let policy: MeasuredPolicy
    let faults: DrawnFaults
    /// What came of each shard.
    private(set) var shards: [ShardTally] = []
    /// The same of all together.
    private(set) var total = ShardTally()

    /// What a rehearsal says nothing of.
    static let unmodelled =
        "a rehearsal knows nothing of the nodes' processors and memory, the network, the key store, lost answers, and a database "
        + "that slows down as it grows; and orders that happen once are taken up like others"

    /// - Parameter policy: that was measured before; nil to measure it.
    init(_ plan: RehearsalPlan, policy: MeasuredPolicy? = nil) {
        self.plan = plan
        self.policy = policy ?? MeasuredPolicy(nodes: plan.nodes, terms: plan.terms, seed: plan.seed)
        faults = DrawnFaults(plan)
    }

    /// Plays the hour of each shard, as many at once as there are cores.
    ///
    /// - Parameter progress: hears how many shards are done.
    mutating func play(progress: (Int) -> Void = { _ in }) async {
        let (plan, policy, faults) = (plan, policy, faults)
        shards = Array(repeating: ShardTally(), count: plan.shards)
        await withTaskGroup(of: (Int, ShardTally).self) { group in
            for shard in 0..<plan.shards {
                group.addTask {
                    var rehearsal = ShardRehearsal(plan, policy, faults, shard: shard)
                    return (shard, rehearsal.play())
                }
            }
            var done = 0
            for await (shard, tally) in group {
                shards[shard] = tally
                done += 1
                progress(done)
            }
        }
        for tally in shards { total.add(tally) }
    }

    /// How much of each shard is busy with what nodes ask without a run.
    var idleShare: Double { plan.costs.idleShare(of: plan.nodes, policy.idlePerSecond) }

    /// The laws that did not hold.
    var breaches: [Breach<RehearsalLaw>] {
        var broken: [(RehearsalLaw, String)] = []
        let terms = plan.terms
        if total.ended != plan.runs {
            broken.append((.everyRunEnds, "\(plan.runs - total.ended) of \(plan.runs) never ended"))
        }
        func hold(_ law: RehearsalLaw, _ worst: Int64, within limit: Int64) {
            if worst > limit * 1_000 { broken.append((law, "it was \(worst / 1_000) ms")) }
        }
        hold(.inTimeInCalm, total.calm.worst, within: terms.grace + terms.poll)
        // While the only node is gone nobody does anything.
        if plan.nodes > plan.deaths {
            hold(.lateByALease, total.afterDeath.worst, within: terms.grace + terms.poll + terms.lease)
            hold(.takenUp, total.takenUp.worst, within: 2 * terms.lease + 2 * terms.poll)
        }
        return broken.map { Breach(seed: plan.seed, law: $0, explanation: $1) }
    }
}
