import KeywayCore

extension Binder {
    /// Reports a provider for which no leg has a lane: another run in that provider's queue would hold nothing up.
    mutating func checkLane(of provider: String, at number: Int) {
        let providers = Set(table.flows.flatMap { $0.table.lanes.map(\.provider) })
        guard !providers.contains(provider) else { return }
        let known = listed(providers.sorted())
        report("\(table.name) has no lane of \(quoted(provider)); it has lanes of: \(known)", at: number)
    }
}
