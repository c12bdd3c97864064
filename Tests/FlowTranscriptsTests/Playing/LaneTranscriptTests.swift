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

    private func told(
        by text: String = PostFlow.text, among flows: [String: String] = [:], occupied: String = "[]",
        _ lines: String...
    ) throws -> [String] {
        let flow = try LoadedFlow(text, among: flows)
        let header = #"{"transcript": 1, "flow": "\#(flow.table.name)", "occupied": \#(occupied)}"#
        let bytes = Array(([header] + lines).joined(separator: "\n").utf8)
        let bound = try Transcript.read(bytes, path: "t.jsonl").bind(to: flow.table)
        let log = MemoryLog()
        let run = RunID(high: 3, low: 4)
        var player = try Player(bound, as: run, of: flow.table, annotations: flow.annotations, log: log)
        try player.play { _ in }
        #expect(player.problems.isEmpty, "\(player.problems)")
        let replayed = try Replay(of: log.records(of: run))
        #expect(replayed.disagreement == nil)
        return replayed.timeline.entries.map { "\($0.at) \($0.leg.map { "\($0)." } ?? "")\($0.event) \($0.state)" }
    }

    @Test("A run that stands alone in a lane holds it at the instant at which it asks")
    func alone() throws {
        #expect(
            try told(
                #"{"at": 1, "command": "send"}"#, #"{"at": 3, "command": "done"}"#, #"{"at": 9}"#)
                == ["1000 send waiting", "1000 queue working", "3000 done sent"])
    }

    @Test("Of two legs the second holds the lane when the first has left its scope")
    func second() throws {
        let told = try told(
            by: Self.house, among: ["Post": PostFlow.text], #"{"at": 1, "command": "start"}"#,
            #"{"at": 3, "command": "first.done"}"#, #"{"at": 5, "command": "second.done"}"#, #"{"at": 9}"#)
        #expect(
            told == [
                "1000 start both", "1000 first.began idle", "1000 first.send waiting", "1000 second.began idle",
                "1000 second.send waiting", "1000 first.queue working", "3000 first.done sent", "3000 first.sent both",
                "3000 second.queue working", "5000 second.done sent", "5000 second.sent over",
            ])
    }

    // MARK: - Other runs

    @Test("A leg waits for the other run that stands before it, and holds the lane when that one has left")
    func waits() throws {
        let told = try told(
            #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 1, "command": "send"}"#,
            #"{"at": 39, "expect": {"state": "waiting"}}"#,
            #"{"at": 40, "freed": "Mail", "expect": {"state": "working"}}"#)
        #expect(told == ["1000 send waiting", "40000 queue working"])
    }

    @Test("Where the other run stays, the leg's own deadline ends its wait, and no record tells of the other one")
    func neverFreed() throws {
        let told = try told(
            #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 1, "command": "send"}"#, #"{"at": 400}"#)
        #expect(told == ["1000 send waiting", "301000 after 5m failed"])
    }

    @Test("Another run that comes behind a leg is in nobody's way until the leg has left")
    func behind() throws {
        let both = Self.house.changing("run second.send }", to: "}")
            .changing("on first.sent, first.failed stay", to: "on first.sent stay { run second.send }")
            .changing("on second.sent", to: "on first.failed, second.sent")
        let told = try told(
            by: both, among: ["Post": PostFlow.text], #"{"at": 1, "command": "start"}"#,
            #"{"at": 2, "occupied": "Mail"}"#,
            #"{"at": 3, "command": "first.done"}"#, #"{"at": 5, "freed": "Mail"}"#)
        #expect(
            told == [
                "1000 start both", "1000 first.began idle", "1000 first.send waiting", "1000 first.queue working",
                "3000 first.done sent", "3000 first.sent both", "3000 second.began idle", "3000 second.send waiting",
                "5000 second.queue working",
            ])
    }

    @Test("Of several other runs the one that has stood longest leaves first")
    func several() throws {
        let told = try told(
            #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 1, "command": "send"}"#, #"{"at": 2, "occupied": "Mail"}"#,
            #"{"at": 3, "freed": "Mail"}"#, #"{"at": 4, "command": "done"}"#)
        #expect(told == ["1000 send waiting", "3000 queue working", "4000 done sent"])
        let behindTwo = try self.told(
            #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 1, "command": "send"}"#,
            #"{"at": 3, "freed": "Mail"}"#, #"{"at": 5, "freed": "Mail"}"#)
        #expect(behindTwo == ["1000 send waiting", "5000 queue working"])
    }

    @Test("After a restart each run stands in the lane where it stood before")
    func restart() throws {
        let told = try told(
            #"{"at": 0, "occupied": "Mail"}"#, #"{"at": 1, "command": "send"}"#, #"{"at": 2, "occupied": "Mail"}"#,
            #"{"at": 3, "restart": 5}"#, #"{"at": 9, "expect": {"state": "waiting"}}"#, #"{"at": 10, "freed": "Mail"}"#)
        #expect(told == ["1000 send waiting", "10000 queue working"])
    }

    @Test("A run that asks as it begins waits for those of the header")
    func header() throws {
        let hasty = PostFlow.text.changing("state idle waits for user { on send -> waiting }", to: "")
            .changing("command send, ", to: "command ")
        #expect(try told(by: hasty, occupied: "[]", #"{"at": 1}"#) == ["0 queue working"])
        #expect(
            try told(by: hasty, occupied: #"["Mail"]"#, #"{"at": 1}"#, #"{"at": 2, "freed": "Mail"}"#) == [
                "2000 queue working"
            ])
    }

    @Test(
        "A lane in which no leg can stand is named beside those in which one can",
        arguments: [
            (#"{"at": 1, "occupied": "Post"}"#, 2), (#"{"at": 1, "occupied": "Mail"}"#, nil),
        ])
    func unknown(line: String, number: Int?) throws {
        let table = try LoadedFlow(Self.house, among: ["Post": PostFlow.text]).table
        var problems: [TranscriptProblem] = []
        do {
            _ = try Transcript.read(Array((#"{"transcript": 1, "flow": "House"}"# + "\n" + line).utf8), path: "t.jsonl")
                .bind(to: table)
        } catch { problems = error.problems }
        let sentence = "House has no lane of 'Post'; it has lanes of: Mail"
        #expect(problems == number.map { [TranscriptProblem(path: "t.jsonl", line: $0, sentence)] } ?? [])
    }

    @Test("The header's other runs need a lane as well")
    func unknownInHeader() throws {
        let text = #"{"transcript": 1, "flow": "Sample", "occupied": ["Mail"]}"#
        let problems = #expect(throws: BadTranscript.self) {
            try Transcript.read(Array(text.utf8), path: "t.jsonl").bind(to: SampleFlow.table)
        }?.problems
        #expect(problems?.map(\.description) == ["t.jsonl:1: Sample has no lane of 'Mail'; it has lanes of: none"])
    }
}
