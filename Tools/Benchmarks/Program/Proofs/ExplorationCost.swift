import FlowSearch

/// What a search costs that finds and keeps every configuration (each state that a whole system can be in), on one core.
struct ExplorationCost {
    /// The search found more or fewer configurations than are known to exist.
    struct WrongCount: Error {}

    /// What was searched.
    let title: String
    let configurations: Int
    /// Distinct configurations, not steps, in a second of processor time, in which other work of the machine is not counted.
    let perSecond: Double
    /// By how much the resident size was higher at most during the search than before; nil where that is not known.
    let bytes: Int?

    var bytesPerConfiguration: Double? { bytes.map { Double($0) / Double(configurations) } }

    var sentence: String {
        let bytes = bytesPerConfiguration.map { ", \($0.rounded(toPlaces: 1)) bytes each" } ?? ""
        return "\(title): \(configurations) configurations, \(Int(perSecond)) per second\(bytes)."
    }

    /// The cost of two-phase commit with seven participants, which is known to have 296,448 configurations.
    ///
    /// The speed is that of the fastest of five searches. The memory is that of the first one: later ones use freed memory again.
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
