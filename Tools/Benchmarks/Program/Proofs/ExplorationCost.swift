import FlowSearch

/// What it takes to find and keep every configuration of a system, on one core.
struct ExplorationCost {
    /// The search found more or fewer than there are.
    struct WrongCount: Error {}

    let title: String
    let configurations: Int
    /// Distinct ones that are kept, not steps; in the processor's own time, as other work on the machine only takes away.
    let perSecond: Double
    /// Of the resident size, at its highest during the search; nil where it is not known.
    let bytes: Int?

    var bytesPerConfiguration: Double? { bytes.map { Double($0) / Double(configurations) } }

    var sentence: String {
        let bytes = bytesPerConfiguration.map { ", \($0.rounded(toPlaces: 1)) bytes each" } ?? ""
        return "\(title): \(configurations) configurations, \(Int(perSecond)) per second\(bytes)."
    }

    /// Two-phase commit of seven, whose configurations are known to be 296,448: the fastest of five searches. The memory is
    /// that of the first, before any was freed.
    static func twoPhaseCommit() throws -> ExplorationCost {
        let system = TwoPhaseCommit(participants: 7)
        let before = residentSize()
        var highest = before ?? 0
        var seconds: [Double] = []
        for _ in 0..<5 {
            let start = processorSeconds()
            let outcome = Explorer.explore(system) { _ in
                if seconds.isEmpty { highest = max(highest, residentSize() ?? 0) }
                return true
            }
            let end = processorSeconds()
            guard outcome.exploration?.configurationCount == 296_448 else { throw WrongCount() }
            if seconds.isEmpty { highest = max(highest, residentSize() ?? 0) }
            seconds.append(end - start)
        }
        return ExplorationCost(
            title: "Two-phase commit of seven", configurations: 296_448,
            perSecond: 296_448 / (seconds.min() ?? .infinity), bytes: before.map { highest - $0 })
    }
}
