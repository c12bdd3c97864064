import FlowProviders
import SystemTrials

/// The result of `--planted`, of `--shipped`, or of the trials of systems that were drawn at random, as the program writes it for scripts.
struct TrialResult {
    /// One JSON object, on one line.
    let json: String
    /// Whether no run contradicts a proof, a run can be made to follow every counterexample that is not excused, and every planted
    /// mistake is found.
    let isFine: Bool

    init(_ tally: TrialTally) {
        let members = [
            ("systems", tally.systems), ("accepted", tally.accepted), ("explored", tally.explored),
            ("steps", tally.steps), ("contradictions", tally.contradictions.count), ("played", tally.played),
            ("misplayed", tally.misplayed.count),
        ]
        let excused = PlayedCounterexample.excuses.map { "\"\($0.rawValue)\": \(tally.excused[$0] ?? 0)" }
        let constructs = Construct.allCases.map { "\"\($0.rawValue)\": \(tally.constructs[$0] ?? 0)" }
        let counts =
            members.map { "\"\($0.0)\": \($0.1)" }
            + [
                "\"excused\": {\(excused.joined(separator: ", "))}",
                "\"constructs\": {\(constructs.joined(separator: ", "))}",
            ]
        json = "{\(counts.joined(separator: ", "))}\n"
        isFine = tally.isFine
    }

    /// `seed` is that of the system in which the mistake was found; nil where it was not.
    init(planted found: [(plant: Plant, seed: UInt64?)]) {
        let list = found.map { plant, seed in
            "{\"name\": \"\(plant.rawValue)\", \"caught\": \(seed != nil)\(seed.map { ", \"seed\": \($0)" } ?? "")}"
        }
        json = "{\"planted\": [\(list.joined(separator: ", "))]}\n"
        isFine = found.allSatisfy { $0.seed != nil }
    }
}
