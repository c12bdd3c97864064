import FlowSearch

/// What it takes to find and keep every configuration of a system, on one core.
struct Explorations {
    /// The search found more or fewer than there are.
    struct WrongCount: Error {}

    let configurations: Int
    /// Distinct ones that are kept, not steps.
    let perSecond: Double
    /// Of the resident size, at its highest during the search; nil where it is not known.
    let bytesPerConfiguration: Double?

    /// Two-phase commit of seven, whose configurations are known to be 296,448.
    static func twoPhaseCommit() throws -> Explorations {
        try Explorations(of: TwoPhaseCommit(participants: 7), expecting: 296_448)
    }

    var sentence: String {
        let bytes = bytesPerConfiguration.map { ", \($0.rounded(toPlaces: 1)) bytes each" } ?? ""
        return "Two-phase commit of seven: \(configurations) configurations, \(Int(perSecond)) per second\(bytes)."
    }

    /// The fastest of five searches, in the processor's own time, as other work on the machine only takes away; the memory
    /// is that of the first, before any was freed.
    private init(of system: TwoPhaseCommit, expecting expected: Int) throws {
        let before = residentSize()
        var highest = before ?? 0
        var seconds: [Double] = []
        for _ in 0..<5 {
            let start = processorSeconds()
            let outcome = Explorer.explore(system) { _ in
                if seconds.isEmpty { highest = max(highest, residentSize() ?? 0) }
            }
            let end = processorSeconds()
            guard outcome.exploration?.configurationCount == expected else { throw WrongCount() }
            if seconds.isEmpty { highest = max(highest, residentSize() ?? 0) }
            seconds.append(end - start)
        }
        configurations = expected
        perSecond = Double(expected) / (seconds.min() ?? .infinity)
        bytesPerConfiguration = before.map { Double(highest - $0) / Double(expected) }
    }
}
