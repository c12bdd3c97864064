import FlowTranscripts
import KeywayCore
import Testing

@Suite("Reading a transcript")
struct ReadingTests {
    static let header = #"{"transcript": 1, "flow": "Sample", "about": "A story."}"#

    private static let onlyOne = "a line has one of 'command', 'callback', 'restart', 'occupied' and 'freed'"

    @Test("Header and lines are read with their numbers and milliseconds")
    func wholeTranscript() throws {
        let text = """
            \u{FEFF}{"transcript": 1, "flow": "Sample", "about": "A story.", "replies": {"ask": ["denied", \
            {"reply": "confirmed", "with": {"name": "n"}}]}, "expect": {"not": "failed"}}\r
            {"at": 0, "command": "start", "with": {"id": "a"}}\r

              \t
            {"at": 30.1, "attempt": 2, "callback": {"word": "X"}}
            {"at": 30.1, "callback": null}
            {"at": 1e2}
            """
        let transcript = Transcript.read(Array(text.utf8), path: "a.jsonl")
        #expect(transcript.problems.isEmpty)
        let header = try #require(transcript.header)
        #expect(header.about == "A story.")
        #expect(header.flow == "Sample")
        #expect(header.expectation == .not("failed"))
        #expect(header.replies["ask"]?.map(\.reply) == ["denied", "confirmed"])
        #expect(header.replies["ask"]?.last?.arguments == ["name": .text("n")])
        #expect(transcript.lines.map(\.number) == [2, 5, 6, 7])
        #expect(transcript.lines.map(\.at) == [0, 30_100, 30_100, 100_000])
        #expect(
            transcript.lines.map(\.content) == [
                .command("start", arguments: ["id": .text("a")]),
                .callback(.object(["word": .text("X")]), attempt: 2), .callback(.null, attempt: nil), .nothing,
            ])
    }

    @Test(
        "Each wrong header is named in one sentence",
        arguments: [
            ("", "no header: the file is empty"),
            (#"{"at": 1}"#, "no header: the first line has no 'transcript'"),
            (#"{"transcript": 2}"#, "the transcript's format is 2, newer than the 1 known here"),
            (#"{"transcript": "1"}"#, "'transcript' must be 1, the format's version"),
            (#"{"transcript": 0}"#, "'transcript' must be 1, the format's version"),
            (#"{"transcript": 1}"#, "the header must name its flow, as \"flow\": \"Name\""),
            (
                #"{"transcript": 1, "flow": "F", "expects": 1}"#,
                "the header has no 'expects', only transcript, about, flow, parameters, replies, retained, occupied, expect"
            ),
            (#"{"transcript": 1, "flow": "F", "about": 1}"#, "'about' must be a sentence"),
            (
                #"{"transcript": 1, "flow": "F", "retained": [{}, "READY"]}"#,
                "'retained' must be a list of callbacks, each an object"
            ),
            (
                #"{"transcript": 1, "flow": "F", "occupied": ["P", 1]}"#,
                "'occupied' of the header must be a list of providers' names"
            ),
            (
                #"{"transcript": 1, "flow": "F", "occupied": "P"}"#,
                "'occupied' of the header must be a list of providers' names"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": []}"#,
                "'replies' must be an object of lists, by the effects' names"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": []}}"#,
                "the replies of 'e' must be a list of at least one"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [3]}}"#,
                "a reply of 'e' must be a name, or an object with 'reply' and 'with'"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"reply": "r", "with": 1}]}}"#,
                "'with' of the reply 'r' must be an object"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"reply": "r", "after": -0.1}]}}"#,
                "'after' of the reply 'r' must be a number of seconds"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"reply": "r", "after": 1e17}]}}"#,
                "'after' of the reply 'r' must be a number of seconds"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"reply": "r", "after": "5"}]}}"#,
                "'after' of the reply 'r' must be a number of seconds"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"reply": null}]}}"#,
                "a reply of 'e' must be a name, or an object with 'reply' and 'with'"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"with": {}}]}}"#,
                "a reply of 'e' must be a name, or an object with 'reply' and 'with'"
            ),
            (
                #"{"transcript": 1, "flow": "F", "replies": {"e": [{"after": -1}]}}"#,
                "'after' of a failure of 'e' must be a number of seconds"
            ),
            (
                #"{"transcript": 1, "flow": "F", "expect": {"final": "a", "not": "b"}}"#,
                "'expect' must be {\"final\": name} or {\"not\": name}"
            ),
            ("[1]", "not a JSON object"),
            ("{", "not JSON: the line ends too early"),
        ])
    func wrongHeaders(text: String, sentence: String) {
        let transcript = Transcript.read(Array(text.utf8), path: "a.jsonl")
        #expect(transcript.problems == [TranscriptProblem(path: "a.jsonl", line: 1, sentence)])
    }

    @Test(
        "Each wrong line is named with its number in one sentence",
        arguments: [
            (#"{"command": "x"}"#, "'at' is missing, the seconds since the beginning"),
            (#"{"at": "1"}"#, "'at' must be a number of seconds"),
            (#"{"at": -0.001}"#, "'at' must not be negative"),
            (#"{"at": 1e17}"#, "'at' is later than any run can last"),
            (#"{"at": 4.999}"#, "'at' goes back: the line before is at 5 s"),
            (#"{"at": 1e999}"#, "not JSON: column 8 has no number as JSON writes it"),
            (#"{"at": 9, "command": "x", "callback": {}}"#, Self.onlyOne),
            (#"{"at": 9, "occupied": "P", "freed": "P"}"#, Self.onlyOne),
            (#"{"at": 9, "restart": -1}"#, "'restart' must be the seconds until the app runs again, 0 or more"),
            (#"{"at": 9, "restart": "soon"}"#, "'restart' must be the seconds until the app runs again, 0 or more"),
            (#"{"at": 9, "command": 1}"#, "'command' must be a command's name"),
            (#"{"at": 9, "command": "x", "with": []}"#, "'with' of command 'x' must be an object"),
            (
                #"{"at": 9, "command": "x", "attempt": 1}"#,
                "a line with a command has no 'attempt', only at, command, with, expect"
            ),
            (
                #"{"at": 9, "callback": {}, "with": {}}"#,
                "a line with a callback has no 'with', only at, callback, attempt, expect"
            ),
            (#"{"at": 9, "callback": {}, "attempt": 0}"#, "'attempt' must be 1 or more, without a fraction"),
            (#"{"at": 9, "callback": {}, "attempt": 1.5}"#, "'attempt' must be 1 or more, without a fraction"),
            (
                #"{"at": 9, "occupied": 1}"#,
                "'occupied' must be the name of a provider, in whose lane another run stands"
            ),
            (#"{"at": 9, "freed": null}"#, "'freed' must be the name of a provider, in whose lane another run stands"),
            (
                #"{"at": 9, "occupied": "P", "with": {}}"#,
                "a line with 'occupied' has no 'with', only at, occupied, expect"
            ),
            (
                #"{"at": 9, "freed": "P"}"#,
                "no other run stands in the lane of 'P': a line before this one must be 'occupied'"
            ),
            (#"{"at": 9, "with": {}}"#, "'with' stands beside a 'command' only"),
            (#"{"at": 9, "attempt": 1}"#, "'attempt' stands beside a 'callback' only"),
            (
                #"{"at": 9, "comand": "x"}"#,
                "a line has no 'comand', only at, command, with, callback, attempt, restart, withValues, occupied, freed, expect"
            ),
            (#"{"transcript": 1, "flow": "F"}"#, "a header belongs in the first line"),
            ("nonsense", "not JSON from column 1 on"),
            ("3", "not a JSON object"),
        ])
    func wrongLines(line: String, sentence: String) {
        let text = Self.header + "\n{\"at\": 5}\n\n" + line + "\n"
        let transcript = Transcript.read(Array(text.utf8), path: "a.jsonl")
        #expect(transcript.problems == [TranscriptProblem(path: "a.jsonl", line: 4, sentence)])
        #expect(transcript.lines.first?.number == 2)
    }

    @Test("Each 'freed' needs an 'occupied' of its own before it, in a line or in the header")
    func lanes() {
        let text = """
            {"transcript": 1, "flow": "F", "occupied": ["P"]}
            {"at": 1, "freed": "P"}
            {"at": 1, "freed": "P"}
            {"at": 2, "occupied": "P"}
            {"at": 2, "occupied": "Q"}
            {"at": 3, "freed": "P"}
            {"at": 3, "freed": "P"}
            """
        #expect(Transcript.read(Array(text.utf8), path: "a.jsonl").problems.map(\.line) == [3, 7])
    }

    @Test("Nothing happens while the app is dead")
    func dead() {
        let text = Self.header + "\n{\"at\": 5, \"restart\": 30}\n{\"at\": 34}\n{\"at\": 35}\n"
        let transcript = Transcript.read(Array(text.utf8), path: "a.jsonl")
        #expect(transcript.problems.map(\.description) == ["a.jsonl:3: the app does not run again before 35 s"])
        #expect(transcript.lines.map(\.content) == [.restart(after: 30_000), .nothing])
    }

    @Test("A time that goes back by less than a millisecond is no problem")
    func noise() {
        let text = Self.header + "\n{\"at\": 0.3}\n{\"at\": 0.30000000000000004}\n{\"at\": 0.29999}\n"
        let transcript = Transcript.read(Array(text.utf8), path: "a.jsonl")
        #expect(transcript.problems.isEmpty)
        #expect(transcript.lines.map(\.at) == [300, 300, 300])
    }

    @Test("Every problem is found, not only the first")
    func everyProblem() {
        let text = "{\"at\": 1}\nx\n{\"at\": 0}\n"
        #expect(Transcript.read(Array(text.utf8), path: "a").problems.map(\.line) == [1, 2, 3])
    }

    @Test("A message repeats no control character and no endless word")
    func quotedWords() throws {
        let key = "\\u001b[31m" + String(repeating: "x", count: 500)
        let text = Self.header + "\n{\"at\": 1, \"\(key)\": 1}"
        let problem = try #require(Transcript.read(Array(text.utf8), path: "a").problems.first)
        #expect(problem.sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(problem.sentence.count < 150)
    }
}
