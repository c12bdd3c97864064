import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Parameters in a transcript's header")
struct ParameterBindingTests {
    private static let flow = """
        flow Door version 1
        enum Side { left, right }
        param tries: int 1...5 = 3
        param side: Side = right
        param patience: duration 5s...60s = 15s
        context { left: int 0...5 = tries, seen: Side? }
        command knock
        final shut
        within 10m -> shut
        state closed waits for user {
          on knock when left > 1 -> waiting { left -= 1; seen = side }
          on knock otherwise -> shut
        }
        state waiting { after patience -> closed reject knock }
        """

    private func bound(_ parameters: String) throws -> BoundTranscript {
        let text = """
            {"transcript": 1, "flow": "Door", "parameters": \(parameters), "expect": {"not": "shut"}}
            {"at": 0, "command": "knock"}
            {"at": 20}

            """
        let transcript = Transcript.read(Array(text.utf8), path: "door.jsonl")
        if transcript.problems.isEmpty {
            #expect(Transcript.read(Array(transcript.text.utf8), path: "door.jsonl") == transcript)
        }
        return try transcript.bind(to: LoadedFlow(Self.flow).table)
    }

    @Test("Parameters are read, written, bound by name, and chosen for the run that is played")
    func played() throws {
        let transcript = try bound(#"{"tries": 5, "side": "left", "patience": 20.5}"#)
        #expect(transcript.parameters == [0: .integer(5), 1: .enumCase(0), 2: .duration(20_500)])
        let table = try LoadedFlow(Self.flow).table
        let log = MemoryLog()
        let run = RunID(high: 0, low: 1)
        var player = try Player(
            transcript, as: run, of: table, annotations: Table.Annotations(file: "", rowLines: []), log: log)
        try player.play { _ in }
        #expect(player.problems.isEmpty)
        #expect(player.state.values == [.integer(5), .enumCase(0), .duration(20_500), .integer(4), .enumCase(0)])
        #expect(player.state.timers.map(\.deadline.milliseconds).contains(20_500))
    }

    @Test(
        "What the flow does not declare, or not with such a value, is a sentence at the header's line",
        arguments: [
            (#"{"trys": 5}"#, "parameter 'trys' is not one of Door's: tries, side, patience"),
            (#"{"tries": 6}"#, "parameter 'tries' must be"), (#"{"side": "up"}"#, "parameter 'side' must be"),
            (#"{"patience": 61}"#, "parameter 'patience' must be"), ("[5]", "'parameters' must be an object"),
        ])
    func refused(parameters: String, sentence: String) throws {
        let error = try #require(throws: BadTranscript.self) { try bound(parameters) }
        #expect(error.problems.map(\.line) == [1])
        #expect(error.problems.first?.sentence.hasPrefix(sentence) == true, "\(error.problems)")
    }
}
