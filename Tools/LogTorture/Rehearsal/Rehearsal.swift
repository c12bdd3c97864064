import KeywayNodes

/// A rehearsal: what nodes ask of a database is measured on a few sign-ins, and then an hour with millions of them is simulated.
///
/// A shard is one of the databases; each has runs of its own, so that each shard is simulated without the others.
struct Rehearsal: Sendable {
    let plan: RehearsalPlan
    let policy: MeasuredPolicy
    let faults: DrawnFaults
    /// What was counted in each shard.
    private(set) var shards: [ShardTally] = []
    /// What was counted in all shards together.
    private(set) var total = ShardTally()

    /// A sentence for the result on what a rehearsal leaves out.
    static let unmodelled =
        "a rehearsal knows nothing of the nodes' processors and memory, the network, the key store, lost answers, and a database "
        + "that slows down as it grows; and orders that happen once are taken up like others"

    /// - Parameter policy: what was measured before; nil to measure it now.
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

    /// The share of time for which each shard is busy with what nodes ask for no run.
    var idleShare: Double { plan.costs.idleShare(of: plan.nodes, policy.idlePerSecond) }

    /// The laws that did not hold.
    var breaches: [Breach<RehearsalLaw>] {
        var broken: [(RehearsalLaw, String)] = []
        let terms = plan.terms
        if total.ended != plan.runs {
            broken.append((.everyRunEnds, "\(plan.runs - total.ended) of \(plan.runs) never ended"))
        }
        // `worst` is in microseconds, `limit` in milliseconds.
        func check(_ law: RehearsalLaw, _ worst: Int64, within limit: Int64) {
            if worst > limit * 1_000 { broken.append((law, "it was \(worst / 1_000) ms")) }
        }
        check(.inTimeInCalm, total.calm.worst, within: terms.grace + terms.poll)
        // Where all nodes may be dead at once, nobody does anything meanwhile, so the limits for deaths do not hold.
        if plan.nodes > plan.deaths {
            check(.lateByALease, total.afterDeath.worst, within: terms.grace + terms.poll + terms.lease)
            check(.takenUp, total.takenUp.worst, within: 2 * terms.lease + 2 * terms.poll)
        }
        return broken.map { Breach(seed: plan.seed, law: $0, explanation: $1) }
    }
}
