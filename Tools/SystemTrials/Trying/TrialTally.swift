package import FlowProviders
import KeywayTesting

/// Tries out the systems of many seeds, and counts what came of them.
package struct TrialTally: Sendable {
    /// A counterexample that was played, and whose run does not do what the explorer says.
    package struct Misplayed: Sendable {
        package var seed: UInt64
        /// What the counterexample should break, by the explorer's name.
        package var name: String
        /// What the explorer says the run breaks, and what the played run does instead.
        package var sentence: String
        package var system: LoadedSystem
    }

    /// How many systems were drawn, or given as proved.
    package private(set) var systems = 0
    /// How many of them `check` accepts.
    package private(set) var accepted = 0
    /// How many of them were explored completely, within the limit.
    package private(set) var explored = 0
    /// How many steps were driven.
    package private(set) var steps = 0
    /// The runs that break what is called proved, each with the seed of its system.
    package private(set) var contradictions: [(seed: UInt64, contradiction: Contradiction)] = []
    package private(set) var misplayed: [Misplayed] = []
    /// How many counterexamples play as the explorer says.
    package private(set) var played = 0
    /// How many counterexamples no transcript can play, as the explorer itself says, by the reason.
    package private(set) var excused: [Obstacle: Int] = [:]
    /// How many of the explored systems have each construct.
    package private(set) var constructs: [Construct: Int] = [:]
    /// What a driven run may do besides plain steps.
    private let behaviors: DrivenBehaviors
    /// The mistake that is made in each trial; nil for none.
    private let plant: Plant?
    /// A system with more configurations than this is not driven.
    private let limit: Int

    /// - Parameter limit: a system with more configurations than this is not driven.
    package init(
        allowing behaviors: DrivenBehaviors = .coveredByRules, planting plant: Plant? = nil,
        limit: Int = Trial.greatestCount
    ) {
        self.behaviors = behaviors
        self.plant = plant
        self.limit = limit
    }

    /// Whether no run breaks what is called proved, and each counterexample plays.
    package var isFine: Bool { contradictions.isEmpty && misplayed.isEmpty }

    /// Draws the system of a seed, explores it, drives it, and plays its counterexamples.
    package mutating func tryOut(seed: UInt64, steps: Int) {
        systems += 1
        guard let system = DrawnSystem(seed: seed, allowing: behaviors).loaded() else { return }
        accepted += 1
        guard let trial = trial(of: system) else { return }
        explored += 1
        for construct in Construct.allCases where construct.isIn(system.text) { constructs[construct, default: 0] += 1 }
        drive(trial, seed: seed, steps: steps)
        play(trial, seed)
    }

    /// Drives a system of which everything is proved by another search.
    package mutating func tryOut(proved system: LoadedSystem, seed: UInt64, steps: Int) {
        systems += 1
        accepted += 1
        drive(Trial(ofProved: system), seed: seed, steps: steps)
    }

    private mutating func drive(_ trial: Trial, seed: UInt64, steps: Int) {
        var generator = SeededGenerator(seed: seed)
        let driven = trial.drive(steps: steps, generator: &generator)
        self.steps += driven.steps
        contradictions += driven.contradictions.map { (seed, $0) }
    }

    private func trial(of system: LoadedSystem) -> Trial? {
        if let plant { Trial(system, planting: plant, limit: limit) } else { Trial(system, limit: limit) }
    }

    /// Plays each counterexample of the exploration. A planted mistake is looked for here only where it is in the counterexamples.
    private mutating func play(_ trial: Trial, _ seed: UInt64) {
        guard plant == nil || plant == .counterexampleCutShort, let exploration = trial.exploration else { return }
        for judged in exploration.judgements where judged.verdict == .broken {
            for violation in judged.violations where violation.hasRun {
                let outcome = PlayedCounterexample.play(
                    violation, of: judged.name, in: exploration, trial.system, cut: plant == nil ? 0 : 1)
                switch outcome {
                case .played: played += 1
                case .excused(let excuse): excused[excuse, default: 0] += 1
                case .misplayed(let reason):
                    misplayed.append(
                        Misplayed(
                            seed: seed, name: judged.name, sentence: "\(violation.sentence); but \(reason)",
                            system: trial.system))
                }
            }
        }
    }
}
