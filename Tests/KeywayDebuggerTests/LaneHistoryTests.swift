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
}
