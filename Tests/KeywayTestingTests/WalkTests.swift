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
