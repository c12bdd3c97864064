import FlowMachine
import FlowProviders
import KeywayTesting
import SystemTrials
import Testing

@Suite("What trials judge of a run")
struct JudgeTests {
    /// A flow that sends the tag which the person gave, each time the person asks for it.
    ///
    /// - Parameters:
    ///   - requirement: what the flow declares behind `require`.
    ///   - call: the rows for the command `call`.
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

    /// In each case a requirement with the row for `call` by which it is refuted, then one with the row by which it is proved.
    @Test(
        "Some run breaks a requirement that the explorer refutes, and none breaks one that it proves",
        arguments: [
            ("do send(tag) with the latest tag", keepingTheFirst, "do send(tag) with the latest tag", keeping),
            ("do send only after call since next", keeping, "do send only after next since next", keeping),
            ("never calm in moods", keeping, "never calm in moods and moods absent", keeping),
        ])
    func verdicts(refuted: String, refutingRow: String, proved: String, provingRow: String) throws {
        for (requirement, row, isBroken) in [(refuted, refutingRow, true), (proved, provingRow, false)] {
            let system = try system(requirement, on: row)
            let judged = system.explored(limit: 10_000)?.judgements.first { $0.name == requirement }
            #expect(judged?.verdict == (isBroken ? .broken : .proved), "\(requirement)")
            var generator = SeededGenerator(seed: 1)
            let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
            #expect(runs.contains { $0.broken.contains(requirement) } == isBroken, "\(requirement)")
        }
    }

    @Test("An event that comes only after a cause since the event itself needs a new cause each time")
    func sinceItself() throws {
        let requirement = "on next only after call since next"
        let system = try system(requirement, on: Self.keeping)
        var generator = SeededGenerator(seed: 1)
        let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
        #expect(runs.contains { $0.broken.contains(requirement) })
    }

    /// Requirements are checked where a leg begins, even in a final, and no more once it has ended. A stale answer that no row names is a
    /// moment without an event, as a beginning is, and must not be taken for one.
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
        let judged = system.explored(limit: 10_000)?.judgements.first { $0.name == requirement }
        #expect(judged?.verdict == .proved)
        var generator = SeededGenerator(seed: 1)
        let runs = (0..<400).map { _ in DrivenRun.random(system, generator: &generator) }
        #expect(!runs.contains { $0.broken.contains(requirement) })
    }

    /// A flow that asks for one lane of the provider `Mail` as it begins, and has an effect that needs another lane of `Mail`.
    ///
    /// - Parameters:
    ///   - orders: what the first state orders on entering.
    ///   - body: the body of the row for `next`.
    private static func post(_ orders: String, next body: String = "") -> String {
        """
        flow Post version 1
        command next, cancel
        lane queue of Mail
        effect send needs queue
        final sent
        final cancelled
        within 20m -> cancelled
        on cancel -> cancelled
        on next stay \(body)
        state waiting {
          lane line of Mail
          enter { \(orders) }
          on line -> sent
          after 5m -> cancelled
        }
        """
    }

    @Test("A run that asks for a lane as it begins waits for itself where it orders what needs a lane of that provider")
    func laneOfTheBeginning() throws {
        let name = "nothing waits for itself"
        let system = try LoadedSystem(SystemText(flow: Self.post("take line", next: "{ do send }")))
        #expect(system.explored(limit: 1_000)?.judgements.first { $0.name == name }?.verdict == .broken)
        #expect(DrivenRun([], of: system).broken == [])
        let next = try #require(system.machine.events.firstIndex { $0.name == "next" })
        let step = TrialStep(.command(leg: nil, event: next, fields: []), salt: 0)
        #expect(DrivenRun([step], of: system).broken == [name])
        let atOnce = try LoadedSystem(SystemText(flow: Self.post("take line; do send")))
        #expect(DrivenRun([], of: atOnce).broken == [name])
    }

    /// A flow whose sub-flow `Part` has a sub-flow `Inner`, which ignores a success. `Part` leaves `Inner` two seconds after its `cancel`.
    private static let outer = SystemText(
        flow: """
            flow Outer version 1
            command start, back, cancel
            final done
            final cancelled
            within 20m -> cancelled
            on cancel -> cancelled
            reject other
            state idle waits for user { on start -> front }
            state front {
              child part = Part
              enter { run part.open }
              on part.done, part.cancelled -> done
              on back -> idle
            }
            """,
        subFlows: [
            .init(
                name: "Inner",
                text: """
                    flow Inner version 1
                    command open, cancel
                    callback opened
                    source lock = "Lock" by kind singleton { OPENED => opened }
                    final done
                    final cancelled
                    within 20m -> cancelled
                    on cancel -> cancelled
                    ignore unrecognised
                    reject other
                    late other
                    state idle waits for user { on open -> listening }
                    state listening {
                      ignore opened
                      after 5m -> done
                    }
                    """),
            .init(
                name: "Part",
                text: """
                    flow Part version 1
                    command open, cancel
                    final done
                    final cancelled
                    within 20m -> cancelled
                    reject other
                    state idle waits for user {
                      on open -> running
                      on cancel -> cancelled
                    }
                    group around {
                      child inner = Inner
                      on inner.done, inner.cancelled -> done
                      state running {
                        enter { run inner.open }
                        on cancel -> leaving
                      }
                      state leaving {
                        ignore cancel
                        after 2s -> cancelled
                      }
                    }
                    """),
        ],
        models: [
            """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            success open
            context { said: bool = false }
            state any { emit open when not said stay { said = true } }
            """
        ])

    /// Part 30.iii of rule 30 (Specs/README.md): the first success that a provider tells a live run is accepted.
    @Test("A leg that is left is the one whose own parent leaves it, also beside a second leg of that name")
    func leftLeg() throws {
        let system = try LoadedSystem(Self.outer)
        func ask(_ command: String) throws -> TrialStep {
            let event = try #require(system.machine.events.firstIndex { $0.name == command })
            return TrialStep(.command(leg: nil, event: event, fields: []), salt: 0)
        }
        // The first leg of `Part` is leaving, with its inner leg, while a second leg of `Part` already runs with an inner leg of its own.
        let again = [try ask("start"), try ask("back"), try ask("start")]
        let wait = TrialStep(.wait(.milliseconds(3_000), isAsleep: false), salt: 0)
        let success = [
            TrialStep(.turn(provider: 0, row: 0), salt: 0),
            TrialStep(.tell(provider: 0, place: 0, isKept: false), salt: 0),
        ]
        #expect(DrivenRun(again + success, of: system).broken.contains("30.iii"))
        #expect(DrivenRun(again + [wait] + success, of: system).broken.contains("30.iii"))
        // Where every leg was left, nobody waits for a success.
        let left = [try ask("start"), try ask("back"), wait] + success
        #expect(!DrivenRun(left, of: system).broken.contains("30.iii"))
    }

    @Test("Each construct occurs in systems that are drawn and explored")
    func constructs() {
        var tally = TrialTally(limit: 1_500)
        var missing = Construct.allCases
        // The rarest construct, an answer to `restored when withValues`, first comes with this seed: it is tried first, to be done sooner.
        for seed in [1_084] + Array(1...1_500 as ClosedRange<UInt64>) where !missing.isEmpty {
            tally.tryOut(seed: seed, steps: 0)
            missing.removeAll { tally.constructs[$0] != nil }
        }
        #expect(missing.isEmpty, "none of \(tally.explored) systems has \(missing)")
    }
}
