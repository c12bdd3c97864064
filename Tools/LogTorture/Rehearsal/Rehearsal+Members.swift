/// The result of a rehearsal, as members of a JSON object. Times are in milliseconds.
extension Rehearsal {
    var members: [(name: String, value: String)] {
        let loads = shards.map(\.load)
        let seconds = faults.outage.upperBound / 1_000_000 - faults.outage.lowerBound / 1_000_000
        return [
            ("nodes", "\(plan.nodes)"), ("runs", "\(plan.runs)"), ("shards", "\(plan.shards)"),
            ("seed", "\(plan.seed)"), ("statementsPerSignIn", counts(policy.perSignIn)),
            ("recordsPerSignIn", number(policy.recordsPerSignIn)),
            ("idleStatementsOfNodePerSecond", counts(policy.idlePerSecond)),
            (
                "load",
                object([
                    ("mean", number((loads.map(\.mean).reduce(0, +)) / Double(loads.count) + idleShare)),
                    ("worstShard", number((loads.map(\.mean).max() ?? 0) + idleShare)),
                    ("worstMinute", number((loads.map(\.worst).max() ?? 0) + idleShare)),
                    ("idle", number(idleShare)),
                ])
            ),
            ("loadOfShards", "[\(loads.map(load).joined(separator: ", "))]"),
            ("appendsPerStatement", number(itemsPerStatement(.append))),
            (
                "faults",
                object([
                    ("deadNodes", "\(plan.deaths)"), ("shard", "\(faults.shard)"), ("goneSeconds", "\(seconds)"),
                ])
            ),
            ("deadlinesInCalm", spread(total.calm)), ("deadlinesAfterDeath", spread(total.afterDeath)),
            ("deadlinesAfterOutage", spread(total.afterOutage)),
            ("takenUp", spread(total.takenUp)), ("ended", "\(total.ended)"),
        ]
    }

    private func load(_ shares: (mean: Double, worst: Double)) -> String {
        object([("mean", number(shares.mean + idleShare)), ("worst", number(shares.worst + idleShare))])
    }

    /// How many items, such as appends, went together in a statement of this kind on average.
    private func itemsPerStatement(_ kind: StatementKind) -> Double {
        let place = Int(kind.rawValue)
        return Double(total.items[place]) / Double(max(total.statements[place], 1))
    }

    private func counts(_ counts: [StatementKind: Double]) -> String {
        let known = StatementKind.allCases.compactMap { kind in counts[kind].map { (kind.name, $0) } }
        return object((known + [("all", known.reduce(0) { $0 + $1.1 })]).map { ($0, number($1)) })
    }

    private func spread(_ spread: Spread) -> String {
        object([
            ("count", "\(spread.count)"), ("p50", number(Double(spread.percentile(50)) / 1_000)),
            ("p99", number(Double(spread.percentile(99)) / 1_000)), ("worst", number(Double(spread.worst) / 1_000)),
        ])
    }

    private func object(_ members: [(String, String)]) -> String {
        "{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
    }

    /// The number with at most three digits behind the point.
    private func number(_ number: Double) -> String { "\((number * 1_000).rounded() / 1_000)" }
}
