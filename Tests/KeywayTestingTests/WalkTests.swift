import FlowFixtures
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
        let runner = CaseRunner(flow.suite, through: flow.table)
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
        let runner = CaseRunner(flow.suite, through: flow.table)
        let lines = flow.suite.seeds.flatMap { runner.walkOnce(.seed($0, parts: 30)).lines }
        #expect(lines.contains { $0.contains("the lane of SDK is granted: taken, working") })
        for seed in flow.suite.seeds { try flow.suite.walk(seed, through: flow.table) }
    }
}
