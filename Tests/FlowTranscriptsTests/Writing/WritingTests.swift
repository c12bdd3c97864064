import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Writing transcripts")
struct WritingTests {
    @Test("A shipped transcript that is written and read again says the same", arguments: ShippedFlows.transcripts)
    func shipped(path: String) throws {
        let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
        let again = Transcript.read(Array(transcript.text.utf8), path: path)
        #expect(again.problems.isEmpty)
        #expect(again.header == transcript.header)
        #expect(again.lines.map(\.content) == transcript.lines.map(\.content))
        #expect(again.lines.map(\.at) == transcript.lines.map(\.at))
    }

    @Test("Every kind of value, answer and line comes back")
    func everything() {
        let odd = RawValue.object([
            "quote\"": .text("a\\b\u{0}\u{7F}\u{2028}é😀\n"), "list": .list([.null, .bool(true), .integer(.min)]),
            "number": .number(-1.5e300), "empty": .object([:]),
        ])
        let transcript = Transcript(
            path: "a.jsonl",
            header: .init(
                about: "Says \"no\".", flow: "F",
                replies: [
                    "b": [
                        .init(reply: "x"), .init(reply: "y", arguments: ["k": odd]), .init(reply: "z", after: 5_001),
                        .failure, .init(reply: nil, after: 5_001),
                    ],
                    "a": [.init(reply: "x", arguments: ["k": .integer(1)], after: 0)],
                ], retained: [.object(["kind": .text("READY")]), odd], occupied: ["Mail", "Lock"],
                expectation: .not("done"),
                demands: .init(
                    kept: ["why": .null, "tries": .integer(2)],
                    effects: [.init(effect: "a"), .init(effect: "b.c", arguments: ["k": .text("v")])],
                    without: ["d"])),
            lines: [
                .init(number: 2, at: 0, content: .command("go", arguments: ["k": odd])),
                .init(number: 3, at: 30_010, content: .callback(odd, attempt: 3)),
                .init(
                    number: 4, at: 30_100, content: .callback(.null, attempt: nil),
                    demands: .init(disposition: .late, states: ["s", "b.s"], effects: [])),
                .init(number: 5, at: 30_100, content: .occupied(provider: "Mail")),
                .init(number: 6, at: 30_200, content: .freed(provider: "Mail"), demands: .init(states: ["s"])),
                .init(
                    number: 7, at: 3_200_000_000_000_000, content: .nothing, demands: .init(states: ["done"])),
            ])
        #expect(Transcript.read(Array(transcript.text.utf8), path: "a.jsonl") == transcript)
        #expect(transcript.text.contains(#"{"at": 30.01, "callback""#))
    }
}

@Suite("Answers that take their time")
struct DelayedAnswersTests {
    @Test("An answer comes when it says, and one that does not say comes as usual")
    func delays() throws {
        let flow = try LoadedFlow(
            """
            flow Two version 1
            command go
            effect quick replies first otherwise first
            effect slow replies second otherwise second
            final done
            within 1m -> done
            reject other
            late other
            state idle waits for user { on go -> asking }
            state asking {
              enter { do slow; do quick }
              on first stay
              on second -> done
            }
            """)
        let text = """
            {"transcript": 1, "flow": "Two", "replies": {"slow": [{"reply": "second", "after": 7.5}]}}
            {"at": 1, "command": "go"}
            {"at": 20}
            """
        let bound = try Transcript.read(Array(text.utf8), path: "a.jsonl").bind(to: flow.table)
        var player = try Player(
            bound, as: RunID(high: 0, low: 1), of: flow.table, annotations: flow.annotations, log: MemoryLog())
        var told: [String] = []
        try player.play { step in
            let event = step.event.map { flow.table.events[$0].name } ?? "began"
            told.append("\(event) \(step.time.milliseconds)")
        }
        #expect(told == ["go 1000", "first 1200", "second 8500"])
    }
}
