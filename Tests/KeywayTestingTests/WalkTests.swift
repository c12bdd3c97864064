import FlowFixtures
import KeywaySuites
import KeywayTesting
import TestThreads
import Testing

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
}
