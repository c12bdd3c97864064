import FlowFixtures
import KeywayCore
import KeywayRuns
import Testing

@testable import KeywayDebugger

@Suite("The history of a run that stood in a lane")
struct LaneHistoryTests {
    private static let text = """
        flow Hall version 1
        command leave
        lane line of Desk
        final served success
        final outside
        require served only after line
        within 20m -> outside
        reject other
        late other
        state waiting {
          enter { take line }
          on line -> served
          on leave -> outside
        }
        """

    @Test("A lane that the initial state takes counts, also where the next record frees it")
    func initial() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("leave")
        let history = try RunHistory(of: run.records())
        #expect(history.endingStep != nil && history.usesLanes)
        #expect(throws: ShortestEdit.Failure.notAlone) { try ShortestEdit(of: history) }
    }

    @Test("A run that stands in a line says for which lane, and after its end that the lane was not granted")
    func waiting() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        let open = Explanation(of: try RunHistory(of: run.records()))
        #expect(
            open.sentences.map(\.text).contains {
                $0.hasPrefix("It waits in waiting for the lane line of Desk, asked for by record 0, the deadline")
            })
        let lane = RunSnapshot(of: try RunHistory(of: run.records())).legs[0].lanes
        #expect(lane == [.init(name: "line", provider: "Desk", isHeld: false, asked: 0)])
        try run.send("leave")
        let left = Explanation(of: try RunHistory(of: run.records()))
        #expect(left.sentences.map(\.text).contains("The lane line of Desk, asked for by record 0, was not granted."))
        var served = try DrivenRun(LoadedFlow(Self.text))
        try served.decide(.granted(leg: 0, lane: 0, asked: 0))
        let granted = Explanation(of: try RunHistory(of: served.records()))
        #expect(!granted.sentences.contains { $0.subject == .unanswered })
    }
}
