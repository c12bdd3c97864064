import FlowProviders
import KeywayTesting
import SystemTrials
import Testing

@Suite("What trials judge of a run")
struct JudgeTests {
    /// Sends the tag that the person gave, as often as he asks for it.
    private func system(_ requirement: String, on call: String) throws -> LoadedSystem {
        try LoadedSystem(
            SystemText(
                flow: """
                    flow Small version 1
                    type Tag = text(1...9)
                    enum Mood { calm, angry }
                    context {
                      tag: Tag?
                      moods: set of Mood?
                      isNamed: bool = false
                    }
                    command call(tag: Tag), mark(moods: set of Mood), next, cancel
                    effect send(tag: Tag?)
                    effect show volatile
                    final cancelled
                    require \(requirement)
                    on cancel -> cancelled
                    within 20m -> cancelled
                    \(call)
                    on mark stay { keep moods }
                    reject other
                    state idle waits for user {
                      on next stay { do send(tag); do show }
                    }
                    """))
    }

    private static let keeping = "on call stay { keep tag }"
    private static let keepingTheFirst =
        "on call when not isNamed stay { keep tag; isNamed = true }\non call when isNamed stay { do show }"

    @Test(
        "A run that breaks what is refuted is told so, and none breaks its mended twin",
        arguments: [
            ("do send(tag) with the latest tag", keepingTheFirst, "do send(tag) with the latest tag", keeping),
            ("do send only after call since next", keeping, "do send only after next since next", keeping),
            ("never calm in moods", keeping, "never calm in moods and moods absent", keeping),
        ])
    func verdicts(unsafe: String, call: String, safe: String, mended: String) throws {
        for (requirement, row, isBroken) in [(unsafe, call, true), (safe, mended, false)] {
            let system = try system(requirement, on: row)
            let judged = system.explored(limit: 10_000)?.requirements.first { $0.name == requirement }
            #expect(judged?.verdict == (isBroken ? .broken : .proved), "\(requirement)")
            var generator = SeededGenerator(seed: 1)
            let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
            #expect(runs.contains { $0.broken.contains(requirement) } == isBroken, "\(requirement)")
        }
    }

    @Test("What comes only after something since itself needs that anew each time")
    func sinceItself() throws {
        let requirement = "on next only after call since next"
        let system = try system(requirement, on: Self.keeping)
        var generator = SeededGenerator(seed: 1)
        let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
        #expect(runs.contains { $0.broken.contains(requirement) })
    }

    /// No row names the answer that comes for the order again, so the moment of that answer has no event.
    @Test("An answer that comes again behind the end breaks nothing")
    func staleAnswerBehindTheEnd() throws {
        let requirement = "in done only while poll"
        let system = try LoadedSystem(
            SystemText(
                flow: """
                    flow Small version 1
                    command begin
                    effect ask replies yes, no otherwise no within 1s
                    final done
                    final gone
                    require \(requirement)
                    within 20m -> gone
                    timer poll
                    late other
                    reject other
                    state idle waits for user {
                      enter { set poll 15m }
                      on begin -> asking
                      on poll -> gone
                    }
                    state asking {
                      enter { do ask }
                      on poll -> gone
                      on yes -> done
                      on no -> done
                    }
                    """))
        let judged = system.explored(limit: 10_000)?.requirements.first { $0.name == requirement }
        #expect(judged?.verdict == .proved)
        var generator = SeededGenerator(seed: 1)
        let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
        #expect(!runs.contains { $0.broken.contains(requirement) })
    }

    @Test("Each construct occurs in systems that are drawn and explored")
    func constructs() {
        var tally = TrialTally(limit: 1_500)
        var missing = Construct.allCases
        for seed in 1...1_500 as ClosedRange<UInt64> where !missing.isEmpty {
            tally.take(seed: seed, steps: 0)
            missing.removeAll { tally.constructs[$0] != nil }
        }
        #expect(missing.isEmpty, "none of \(tally.explored) systems has \(missing)")
    }
}
