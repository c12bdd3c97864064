import FlowFixtures
import KeywaySuites
import Testing

@testable import KeywayTesting

@Suite("A walk that is asked for again")
struct RepeatedWalkTests {
    @Test("Its steps are told as it is walked, and nothing is told where the token names another flow")
    func told() throws {
        let flow = try ShippedFlows.named("OTPlessSNA")
        func told(by text: String) throws -> [String] {
            let token = try #require(ReplayToken(text: text))
            var told: [String] = []
            let violation = flow.suite.violation(along: 1, through: flow.table, asked: token) { told.append($0) }
            #expect(violation == nil)
            return told
        }
        let walk = WalkRunner(flow.suite, through: flow.table).walk(.recorded(ChoiceSequence(spans: [[1]])))
        let lines = walk.lines.map { "    \($0)" }
        #expect(try told(by: "OTPlessSNA:1-") == [(["OTPlessSNA:1- is walked again:"] + lines).joined(separator: "\n")])
        #expect(try told(by: "OTPlesSNA:1-") == [])
    }

    @Test("A violation says that the walk is printed when it is walked again")
    func said() {
        let violation = Violation(
            flow: "Tiny", law: .sameAgain, explanation: "it goes otherwise", walk: [], seed: 1, token: "Tiny:1-")
        #expect(violation.description.hasSuffix("which is printed then: KEYWAY_REPLAY=Tiny:1- swift test"))
    }
}
