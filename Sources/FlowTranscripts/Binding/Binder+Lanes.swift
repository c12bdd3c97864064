import KeywayCore

extension Binder {
    /// Complains about a lane in which no leg can stand: another run there would be in nobody's way.
    mutating func checkLane(of provider: String, at number: Int) {
        let providers = Set(table.flows.flatMap { $0.table.lanes.map(\.provider) })
        guard !providers.contains(provider) else { return }
        let known = listed(providers.sorted())
        report("\(table.name) has no lane of \(quoted(provider)); it has lanes of: \(known)", at: number)
    }
}
