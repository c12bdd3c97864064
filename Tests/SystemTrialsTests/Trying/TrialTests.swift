import FlowProviders
import KeywayTesting
import SystemTrials
import TestThreads
import Testing

@Suite("Trials of what the explorer proves", .longComputation)
struct TrialTests {
    /// The most configurations of a system that is driven: larger ones take long to explore in a debug build.
    private static let limit = 1_500

    @Test("Runs break nothing that is proved, by what every exploration follows")
    func followed() {
        var tally = TrialTally(allowing: .followed, limit: Self.limit)
        for seed in 1...30 as ClosedRange<UInt64> { tally.tryOut(seed: seed, steps: 400) }
        #expect(tally.explored > 8 && tally.steps > 3_000 && tally.played > 8)
        for (seed, contradiction) in tally.contradictions {
            Issue.record("seed \(seed), \(contradiction.kind)\n\(contradiction.description)")
        }
        for found in tally.misplayed {
            Issue.record("seed \(found.seed), \(found.name) does not play: \(found.sentence)\n\(found.system.text)")
        }
    }

    @Test("Runs break nothing that is proved, whatever may happen")
    func everything() {
        var tally = TrialTally(limit: Self.limit)
        for seed in 1...30 as ClosedRange<UInt64> { tally.tryOut(seed: seed, steps: 400) }
        #expect(tally.explored > 8 && tally.steps > 3_000 && tally.played > 8)
        for (seed, contradiction) in tally.contradictions {
            Issue.record("seed \(seed), \(contradiction.kind)\n\(contradiction.description)")
        }
        for found in tally.misplayed {
            Issue.record("seed \(found.seed), \(found.name) does not play: \(found.sentence)\n\(found.system.text)")
        }
    }

    /// What the counterexamples are about, seed by seed: a sub-flow that goes on after its `cancel`; a limit that passed before `restored`;
    /// a deadline that another one precedes; a handler that died with its process; a sub-flow that asks whether its values outlived a
    /// restart; deadlines of two legs that are due at one instant.
    private static let playedNow: [UInt64] = [7_200_482, 7_205_305, 7_206_914, 7_208_318, 4_952_423, 14_794_028]

    @Test("The counterexamples of these seeds, which once did not play, do or are excused", arguments: playedNow)
    func played(seed: UInt64) {
        var tally = TrialTally(limit: 4_000)
        tally.tryOut(seed: seed, steps: 10)
        #expect(tally.explored == 1)
        for found in tally.misplayed { Issue.record("\(found.name) does not play: \(found.sentence)") }
    }

    @Test(
        "A counterexample that does not break what it is said to break is misplayed, whatever form of requirement that is",
        arguments: [
            "never on nothing", "in done only after nothing", "at most 99 on next", "nobody falls only on next",
            "in done only while nothing", "do nothing(tag) with the latest tag",
        ])
    func misjudged(name: String) {
        var count = 0
        for seed in 1...12 as ClosedRange<UInt64> {
            guard let system = DrawnSystem(seed: seed).loaded(), let exploration = system.explored(limit: Self.limit)
            else { continue }
            for judged in exploration.judgements where judged.verdict == .broken {
                for violation in judged.violations where violation.hasRun {
                    let own = PlayedCounterexample.play(violation, of: judged.name, in: exploration, system)
                    guard case .played = own else { continue }
                    count += 1
                    let other = PlayedCounterexample.play(violation, of: name, in: exploration, system)
                    if case .misplayed = other { continue }
                    Issue.record("seed \(seed): the run of '\(judged.name)' is called one of '\(name)'")
                }
            }
        }
        #expect(count > 3)
    }

    @Test("check accepts more than one drawn system in three, and the same seed draws the same")
    func drawing() {
        let systems = (1...30).map { DrawnSystem(seed: $0) }
        #expect(systems.compactMap { $0.loaded() }.count > 10)
        for (seed, system) in systems.enumerated() {
            #expect(DrawnSystem(seed: UInt64(seed + 1)).text == system.text, "seed \(seed + 1)")
        }
    }

    @Test("A run does the same again, step by step")
    func repetition() {
        var (runs, steps) = (0, 0)
        for seed in 1...12 as ClosedRange<UInt64> {
            guard let system = DrawnSystem(seed: seed).loaded() else { continue }
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<10 {
                let run = DrivenRun.random(system, generator: &generator)
                let again = DrivenRun(run.steps, of: system)
                #expect(again.broken == run.broken, "seed \(seed)")
                #expect(again.witnessed == run.witnessed, "seed \(seed)")
                runs += 1
                steps += run.steps.count
            }
        }
        #expect(runs > 0 && steps > 0)
    }

    /// The seed by which `ProofTrials --planted --steps 500 --limit 1500` finds each mistake.
    private static let seeds: [(Plant, UInt64)] = [
        (.staleWordsHidden, 53), (.unreadCallbacksHidden, 144), (.retainedWordsHidden, 9), (.ghostsHidden, 10),
        (.silenceHidden, 328), (.commandsHidden, 22), (.deadlinesHidden, 9), (.shortDurationsHidden, 1_336),
        (.faultsHidden, 2_867), (.deathsHidden, 10), (.ownLanesHidden, 98), (.choicesHidden, 15), (.reachedHidden, 1),
        (.reachedBySubFlowsHidden, 3), (.brokenIsProved, 1), (.counterexampleCutShort, 1),
    ]

    @Test("Each mistake is found", arguments: seeds)
    func plants(plant: Plant, seed: UInt64) {
        var tally = TrialTally(planting: plant, limit: Self.limit)
        var next = seed
        while tally.isFine, next < seed + 3 {
            tally.tryOut(seed: next, steps: 500)
            next += 1
        }
        #expect(!tally.isFine, "'\(plant)' was not found by seeds from \(seed) to \(next - 1)")
    }

    @Test("Every mistake has a seed to be found by")
    func plantsAreAll() {
        #expect(Self.seeds.map(\.0) == Plant.allCases)
    }
}
