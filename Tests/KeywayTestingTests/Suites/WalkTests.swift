import FlowFixtures
import KeywayCore
import KeywayLog
import KeywaySuites
import TestThreads
import Testing

@testable import KeywayTesting

@Suite("Walks", .longComputation)
struct WalkTests {
    @Test("Every law holds along random walks through every shipped flow")
    func shippedFlows() throws {
        for flow in try ShippedFlows.all() {
            let suite = flow.suite
            #expect(suite.differencesInDeclarations(of: flow.table) == [])
            for state in suite.states {
                #expect(suite.differences(in: state, of: flow.table) == [])
            }
            for seed in suite.seeds { try suite.walk(seed, through: flow.table) }
        }
    }

    @Test("Every law holds of a flow that counts the callbacks that it cannot read")
    func countingUnread() throws {
        let flow = try LoadedFlow(
            """
            flow Tiny version 1
            context { strange: int 0...3 = 0 }
            command start, cancel
            callback said
            effect report(count: int 0...3)
            source sdk = "SDK" by word singleton { SAID => said }
            final done
            within 10m -> done
            on cancel, said -> done
            on unrecognised when strange < 3 stay { strange += 1; do report(strange) }
            ignore unrecognised when strange == 3
            reject other
            late other
            state idle waits for user { on start -> going }
            state going waits for user { reject start }
            """)
        for seed in flow.suite.seeds { try flow.suite.walk(seed, through: flow.table) }
    }

    @Test("A text that a sub-flow keeps, and the flow itself cannot read, is no secret")
    func keptBySubFlow() throws {
        let flow = try LoadedFlow.hearingBeside
        for seed in flow.suite.seeds { try flow.suite.walk(seed, through: flow.table) }
    }

    /// A flow whose way and session are chosen by whoever begins a run.
    private static func chosen(_ requirement: String) throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow Chosen version 1
            param second: bool = false
            param tries: int 1...9 = 2
            param session: duration 1m...2h = 5m
            context { left: int 0...9 = tries }
            command go, cancel
            effect check
            final done
            final ended
            require \(requirement)
            within session -> ended
            on cancel -> done
            reject other
            state idle waits for user {
              on go when left > 1 stay { left -= 1 }
              on go when left <= 1 and second -> checking { do check }
              on go when left <= 1 and not second -> done
            }
            state checking waits for user { reject go }
            """)
    }

    @Test("Walks choose parameters: of each its own value, the least, the greatest and others")
    func parameters() throws {
        let flow = try Self.chosen("at most 1 do check")
        let runner = WalkRunner(flow.suite, through: flow.table)
        let lines = flow.suite.seeds.compactMap { runner.walkOnce(.seed($0, parts: 2)).lines.first }
        for words in ["second = true", "second = false", "tries = 1", "tries = 9", "session = 1m", "session = 2h"] {
            #expect(lines.contains { $0.contains(words) }, "\(words) in \(lines)")
        }
        #expect((2...8).contains { tries in lines.contains { $0.contains("tries = \(tries)") } }, "\(lines)")
        for name in ["second", "tries", "session"] { #expect(lines.contains { !$0.contains(name) }, "\(name)") }
        #expect(flow.suite.sessionParameter == "session")
        // A run that is left alone ends by the deadline that was chosen for it, be it later than the flow's own.
        for seed in flow.suite.seeds { try flow.suite.walk(seed, through: flow.table) }
    }

    @Test("A requirement that breaks for one value of a parameter is broken, and the token chooses the value again")
    func brokenByParameter() throws {
        let flow = try Self.chosen("never do check")
        let suite = flow.suite
        var found: Violation?
        for seed in suite.seeds where found == nil { found = try suite.violation(along: seed, through: flow.table) }
        let violation = try #require(found)
        #expect(violation.law == .requirementsHold)
        let first = try #require(violation.walk.first)
        #expect(first.hasPrefix("0s  the run begins with second = true"), "\(violation)")
        #expect(!first.contains("session"), "what does not matter has the flow's own value: \(violation)")
        let text = try #require(violation.token.split(separator: ":").last)
        #expect(text.contains("_"), "\(text)")
        let choices = try #require(ChoiceSequence(text: String(text)))
        #expect(suite.violation(along: choices, through: flow.table)?.walk == violation.walk)
        #expect(suite.violation(along: ChoiceSequence(spans: choices.spans), through: flow.table) == nil)
    }

    /// A flow that goes on otherwise where another process has its values, and where it has not.
    private static func returning(_ requirement: String) throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow Returning version 1
            type Note = text(8...12) personal
            context { note: Note?, returns: int 0...3 = 0 }
            command start(note: Note), go
            effect ask(note: Note?) replies yes, no otherwise no within 60s
            effect tell(note: Note) once
            final done
            final left
            require \(requirement)
            within 20m -> left
            on restored when withValues and returns < 3 stay { returns += 1 }
            ignore restored when withValues and returns == 3
            on restored when not withValues -> again { note = nil }
            reject other
            late other
            state idle waits for user { on start -> asking { keep note; do tell(note) } }
            state asking {
              enter { do ask(note) }
              on yes -> done
              on no -> idle
            }
            state again waits for user { on go -> idle }
            """)
    }

    @Test("Where a flow says what coming back means, another process goes on with the run, with its values and without")
    func returns() throws {
        let flow = try Self.returning("do ask(note) with the latest note")
        let runner = WalkRunner(flow.suite, through: flow.table)
        let walks = (1...200).map { runner.walk(.seed($0, parts: 30)) }
        #expect(walks.compactMap(\.breach) == [])
        let lines = walks.flatMap(\.lines)
        for words in [
            "the app dies and comes back, idle", "the app dies and comes back with its values, asking",
            "restored: taken, again", "restored: stayed, asking",
        ] {
            #expect(lines.contains { $0.hasSuffix(words) }, "\(words)")
        }
        // What is performed again is answered afterwards, and an effect that happens once is closed.
        #expect(lines.contains { $0.contains(", to ask ") && $0.contains(": taken, done") })
        #expect(walks.contains { $0.records.contains { if case .closed = $0.content { true } else { false } } })
        // A flow that says nothing of it is walked by one process.
        let other = try Self.chosen("at most 1 do check")
        let unbroken = WalkRunner(other.suite, through: other.table)
        let told = (1...100).flatMap { unbroken.walkOnce(.seed($0, parts: 30)).lines }
        #expect(!told.contains { $0.contains("the app dies") })
    }

    @Test("A requirement that breaks behind a return is broken, and the token walks there again")
    func brokenByReturn() throws {
        let flow = try Self.returning("never in again")
        var found: Violation?
        for seed in UInt64(1)...100 where found == nil {
            found = try flow.suite.violation(along: seed, through: flow.table)
        }
        let violation = try #require(found)
        #expect(violation.law == .requirementsHold)
        #expect(violation.walk.count <= 4, "\(violation)")
        #expect(violation.walk.contains { $0.contains("the app dies and comes back, ") }, "\(violation)")
        #expect(violation.walk.last?.hasSuffix("restored: taken, again") == true, "\(violation)")
        let text = try #require(violation.token.split(separator: ":").last)
        let choices = try #require(ChoiceSequence(text: String(text)))
        #expect(flow.suite.violation(along: choices, through: flow.table)?.walk == violation.walk)
    }

    @Test("A process that finds another run than the one that died breaks a law, and so does one that finds none")
    func anotherRun() throws {
        let flow = try Self.returning("never in left")
        let prepared = PreparedTable(flow.table)
        // The draws by which the process dies and another one has the run at once: where nothing is due soon, and behind the first command.
        for spans in [[[15, 0, 3, 0, 1]], [[0, 0, 3, 0], [15, 3, 0, 1]]] as [[[UInt32]]] {
            var draws = Draws([])
            var walked = try WalkedRun(of: prepared, withholding: flow.suite.withheld, choosing: &draws)
            var judge = StepJudge(suite: flow.suite, words: prepared.words, walked)
            var stage = WalkedRun.Stage(came: "")
            for (part, numbers) in spans.enumerated() {
                var draws = Draws(numbers)
                stage = walked.go(on: &draws)
                if part + 1 < spans.count { judge.judge(stage, part: part, now: walked.now) }
            }
            #expect(stage.found != nil)
            let changes: [(inout WalkedRun.Stage) -> Void] = [
                { $0.found?.attempt += 1 }, { $0.found?.timers = [] }, { $0.unreadable = "it is torn" },
            ]
            for change in changes {
                var (judge, stage) = (judge, stage)
                change(&stage)
                judge.judge(stage, part: spans.count, now: walked.now)
                #expect(judge.breach?.law == .replayIsLive)
            }
            judge.judge(stage, part: spans.count, now: walked.now)
            #expect(judge.breach == nil, "\(judge.breach?.explanation ?? "")")
        }
    }

    @Test("Walks lead behind a lane that was asked for")
    func behindLanes() throws {
        let flow = try LoadedFlow(
            """
            flow Laned version 1
            command go, cancel
            final done
            final left
            within 20m -> left
            on cancel -> left
            reject other
            state idle waits for user { on go -> standing }
            group turn {
              lane queue of SDK
              state standing { enter { take queue }  on queue -> working  after 5m -> left }
              state working waits for user { on go -> done }
            }
            """)
        let runner = WalkRunner(flow.suite, through: flow.table)
        let lines = flow.suite.seeds.flatMap { runner.walkOnce(.seed($0, parts: 30)).lines }
        #expect(lines.contains { $0.contains("the lane of SDK is granted: taken, working") })
        for seed in flow.suite.seeds { try flow.suite.walk(seed, through: flow.table) }
    }
}
