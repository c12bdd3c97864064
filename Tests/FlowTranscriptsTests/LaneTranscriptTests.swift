import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("Lanes of played runs")
struct LaneTranscriptTests {
    private static let house = """
        flow House version 1
        command start, cancel
        final over
        within 20m -> over
        on cancel -> over
        reject other
        state idle waits for user { on start -> both }
        state both {
          child first = Post
          child second = Post
          enter { run first.send; run second.send }
          on first.sent, first.failed stay
          on second.sent, second.failed -> over
        }
        """

    private func told(_ text: String, among flows: [String: String], _ lines: String...) throws -> [String] {
        let flow = try LoadedFlow(text, among: flows)
        let header = #"{"transcript": 1, "flow": "\#(flow.table.name)"}"#
        let bytes = Array(([header] + lines).joined(separator: "\n").utf8)
        let bound = try Transcript.read(bytes, path: "t.jsonl").bind(to: flow.table)
        let log = MemoryLog()
        let run = RunID(high: 3, low: 4)
        var player = try Player(bound, as: run, of: flow.table, annotations: flow.annotations, log: log)
        try player.play { _ in }
        let replayed = try Replay(of: log.records(of: run))
        #expect(replayed.disagreement == nil)
        return replayed.timeline.entries.map { "\($0.at) \($0.leg.map { "\($0)." } ?? "")\($0.event) \($0.state)" }
    }

    @Test("A run that stands alone in a lane holds it at the instant at which it asks")
    func alone() throws {
        #expect(
            try told(
                PostFlow.text, among: [:], #"{"at": 1, "command": "send"}"#, #"{"at": 3, "command": "done"}"#,
                #"{"at": 9}"#
            )
                == ["1000 send waiting", "1000 queue working", "3000 done sent"])
    }

    @Test("Of two legs the second holds the lane when the first has left its scope")
    func second() throws {
        let told = try told(
            Self.house, among: ["Post": PostFlow.text], #"{"at": 1, "command": "start"}"#,
            #"{"at": 3, "command": "first.done"}"#, #"{"at": 5, "command": "second.done"}"#, #"{"at": 9}"#)
        #expect(
            told == [
                "1000 start both", "1000 first.began idle", "1000 first.send waiting", "1000 second.began idle",
                "1000 second.send waiting", "1000 first.queue working", "3000 first.done sent", "3000 first.sent both",
                "3000 second.queue working", "5000 second.done sent", "5000 second.sent over",
            ])
    }
}
