import FlowTranscripts
import KeywayCore
import Testing

@Suite("Binding a transcript to a flow")
struct BindingTests {
    /// The problems of a transcript with these lines after its header, in order.
    private func complaints(
        header: String = #"{"transcript": 1, "flow": "Sample"}"#, _ lines: String...
    ) -> [TranscriptProblem] {
        let text = ([header] + lines).joined(separator: "\n")
        do {
            _ = try Transcript.read(Array(text.utf8), path: "s.jsonl").bind(to: SampleFlow.table)
            return []
        } catch {
            return error.problems
        }
    }

    @Test("Arguments become values in the order of the declaration")
    func arguments() throws {
        let text = """
            {"transcript": 1, "flow": "Sample", "expect": {"final": "done"}}
            {"at": 0, "command": "start", "with": {"quick": true, "id": "42", "tries": 5.0, "wait": 1.5, \
            "way": "code", "ways": ["silent", "other"]}}
            {"at": 0, "command": "start", "with": {"id": "x", "tries": null, "way": "S"}}
            {"at": 0, "command": "start", "with": {"id": "x", "way": 12}}
            {"at": 0, "command": "cancel"}
            """
        let bound = try Transcript.read(Array(text.utf8), path: "s.jsonl").bind(to: SampleFlow.table)
        #expect(bound.expectation == .final(1))
        #expect(
            bound.lines.map(\.content) == [
                .command(
                    0,
                    fields: [
                        .text("42"), .integer(5), .duration(1500), .enumCase(1), .set(0b101), .bool(true),
                    ]),
                .command(0, fields: [.text("x"), nil, nil, .enumCase(0), nil, nil]),
                .command(0, fields: [.text("x"), nil, nil, .enumCase(1), nil, nil]),
                .command(1, fields: []),
            ])
    }

    @Test(
        "An argument that does not fit is named, its value is not",
        arguments: [
            (#""id": 4711815"#, "argument 'id' of command 'start' must be a text of length 1 to 8"),
            (#""id": "4711815-4711815""#, "argument 'id' of command 'start' must be a text of length 1 to 8"),
            (#""id": """#, "command 'start' needs its argument 'id'"),
            (#""id": null"#, "command 'start' needs its argument 'id'"),
            (#""id": "a", "tries": 6"#, "argument 'tries' of command 'start' must be an integer from 1 to 5"),
            (#""id": "a", "tries": 1.5"#, "argument 'tries' of command 'start' must be an integer from 1 to 5"),
            (#""id": "a", "tries": "3""#, "argument 'tries' of command 'start' must be an integer from 1 to 5"),
            (
                #""id": "a", "wait": 61"#,
                "argument 'wait' of command 'start' must be a number of seconds from 0.001 to 60"
            ),
            (#""id": "a", "way": "slient""#, "argument 'way' of command 'start' must be one of silent, code, other"),
            (#""id": "a", "way": true"#, "argument 'way' of command 'start' must be one of silent, code, other"),
            (#""id": "a", "ways": ["x"]"#, "argument 'ways' of command 'start' must be a list of silent, code, other"),
            (#""id": "a", "quick": "true""#, "argument 'quick' of command 'start' must be true or false"),
            (
                #""id": "a", "phone": 1"#,
                "command 'start' has no argument 'phone', only: id, tries, wait, way, ways, quick"
            ),
        ])
    func wrongArguments(arguments: String, sentence: String) {
        let problems = complaints(#"{"at": 0, "command": "start", "with": {\#(arguments)}}"#)
        #expect(problems == [TranscriptProblem(path: "s.jsonl", line: 2, sentence)])
        #expect(problems.allSatisfy { !"\($0)".contains("4711815") })
    }

    @Test("An empty text is a value where its type has room for it, and null is none")
    func emptyTexts() throws {
        let text = """
            {"transcript": 1, "flow": "Sample"}
            {"at": 0, "command": "sign", "with": {"first": "", "last": ""}}
            {"at": 0, "command": "sign", "with": {"first": "", "last": null}}
            """
        let bound = try Transcript.read(Array(text.utf8), path: "s.jsonl").bind(to: SampleFlow.table)
        #expect(
            bound.lines.map(\.content) == [
                .command(7, fields: [.text(""), .text("")]), .command(7, fields: [.text(""), nil]),
            ])
        #expect(
            complaints(#"{"at": 0, "command": "sign", "with": {"first": null}}"#).map(\.sentence) == [
                "command 'sign' needs its argument 'first'"
            ])
    }

    @Test("A command that the flow does not have is named beside those that it has")
    func unknownCommand() {
        #expect(
            complaints(#"{"at": 0, "command": "strat"}"#).map(\.description) == [
                "s.jsonl:2: command 'strat' is not one of Sample's: start, cancel, sign"
            ])
        #expect(complaints(#"{"at": 0, "command": "told"}"#).count == 1, "a callback is no command")
    }

    @Test(
        "Each wrong name in the header is named",
        arguments: [
            (#""replies": {"aks": ["denied"]}"#, "effect 'aks' is not one of Sample's with replies: ask, check"),
            (#""replies": {"show": ["denied"]}"#, "effect 'show' has no replies; these have: ask, check"),
            (
                #""replies": {"ask": ["denied", "refused"]}"#,
                "reply 'refused' is not one of effect 'ask': confirmed, denied, unreachable"
            ),
            (
                #""replies": {"check": [{"reply": "confirmed", "with": {"name": "n"}}]}"#,
                "reply 'confirmed' is not one of effect 'check': denied, unreachable"
            ),
            (#""replies": {"ask": ["confirmed"]}"#, "reply 'confirmed' needs its argument 'name'"),
            (
                #""replies": {"ask": [{"reply": "denied", "with": {"why": 1}}]}"#,
                "reply 'denied' has no argument 'why', only: none"
            ),
            (
                #""replies": {"ask": [{"reply": "confirmed", "with": {"name": 7}}]}"#,
                "argument 'name' of reply 'confirmed' must be a text of length 1 to 8"
            ),
            (#""expect": {"final": "idle"}"#, "final 'idle' is not one of Sample's: done, failed"),
            (#""expect": {"not": "donne"}"#, "final 'donne' is not one of Sample's: done, failed"),
        ])
    func wrongHeader(members: String, sentence: String) {
        let problems = complaints(header: #"{"transcript": 1, "flow": "Sample", \#(members)}"#)
        #expect(problems == [TranscriptProblem(path: "s.jsonl", line: 1, sentence)])
    }

    @Test("A transcript of another flow is refused once, not once for each word")
    func anotherFlow() {
        let problems = complaints(
            header: #"{"transcript": 1, "flow": "Another", "replies": {"x": ["y"]}}"#, #"{"at": 0, "command": "z"}"#)
        #expect(problems.map(\.sentence) == ["the transcript is of 'Another', not of Sample"])
    }

    @Test("Problems of reading and of binding come together, by line")
    func allTogether() {
        let problems = complaints(#"{"at": 0, "command": "x"}"#, "nonsense", #"{"at": 1, "command": "y"}"#)
        #expect(problems.map(\.line) == [2, 3, 4])
    }
}

@Suite("Scripted answers")
struct ScriptedAnswersTests {
    private func answers(_ replies: String) throws -> ScriptedAnswers {
        let text = #"{"transcript": 1, "flow": "Sample", "replies": {\#(replies)}}"#
        let bound = try Transcript.read(Array(text.utf8), path: "s.jsonl").bind(to: SampleFlow.table)
        return ScriptedAnswers(bound, for: SampleFlow.table)
    }

    @Test("The n-th performance gets the n-th answer, and the last one repeats")
    func inOrder() throws {
        var answers = try answers(
            #""ask": ["denied", {"reply": "confirmed", "with": {"name": "n"}}], "check": ["denied"]"#)
        #expect((0..<4).map { _ in answers.answer(to: 0)?.event } == [4, 3, 3, 3])
        #expect(answers.answer(to: 0)?.fields == [.text("n")])
        #expect(answers.answer(to: 2)?.event == 4, "each effect counts for itself")
    }

    @Test("An effect that the header does not name answers its otherwise")
    func otherwise() throws {
        var answers = try answers(#""ask": ["denied"]"#)
        #expect(answers.answer(to: 2)?.event == 5)
    }

    @Test("An answer without a reply is a failure, which the effect answers by its otherwise")
    func failure() throws {
        var answers = try answers(#""ask": ["denied", {}, {"after": 3}]"#)
        #expect((0..<3).map { _ in answers.answer(to: 0)?.event } == [4, 5, 5])
        #expect(answers.answer(to: 0)?.after == 3_000)
    }

    @Test("An effect without replies, or none at all, does not answer")
    func silent() throws {
        var answers = try answers(#""ask": ["denied"]"#)
        #expect(answers.answer(to: 1) == nil)
        #expect(answers.answer(to: 99) == nil)
    }
}
