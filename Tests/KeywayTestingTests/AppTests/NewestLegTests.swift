import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayTesting

@Suite("The state of a sub-flow that runs more than once")
struct NewestLegTests {
    private static let door = """
        flow Door version 1
        command start, cancel
        callback opened
        effect begin
        effect close replies closed otherwise closed within 30s
        source lock = "Lock" by kind singleton { OPENED => opened }
        final done success
        final failed
        final cancelled
        within 5m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on start -> turning
          on cancel -> cancelled
        }
        state turning {
          enter { do begin }
          on opened -> done
          on cancel -> closing
          after 50s -> failed
        }
        state closing {
          enter { do close }
          ignore cancel
          on closed -> cancelled
        }
        """

    private static let house = """
        flow House version 1
        command start, again, cancel
        final done success
        final failed
        final cancelled
        on cancel -> cancelled
        within 20m -> failed
        ignore unrecognised
        reject other
        state idle waits for user { on start -> trying }
        state trying {
          child door = Door
          enter { run door.start }
          on again -> trying
          on door.done -> done
          on door.failed -> failed
          on door.cancelled -> failed
        }
        """

    @Test("It is the state of the leg that began last, also when an earlier leg ends after that")
    func newest() throws {
        var run = try DrivenRun(LoadedFlow(Self.house, among: ["Door": Self.door]))
        #expect(run.records().stateName(ofNewestLeg: "door") == nil)
        try run.send("start")
        #expect(run.records().stateName(ofNewestLeg: "door") == "turning")
        try run.send("again")
        #expect(run.records().stateName(ofNewestLeg: "door") == "turning")
        let close = try #require(run.orders(of: "close", by: "door").last)
        let closed = try #require(run.table.flow(ofLeg: "door")?.event(named: "closed"))
        try run.answer(close.order.id, with: closed)
        #expect(run.records().last?.leg == 1)
        #expect(run.records().stateName(ofNewestLeg: "door") == "turning")
    }
}
