import FlowFixtures
import KeywayCore
import KeywayLog
import Testing

@testable import FlowTranscripts

/// A run that comes back without its values performs no order that needs one, in a transcript as in an app.
@Suite("Transcripts in which a restart takes values away")
struct GoneValueTests {
    private static let flow = """
        flow Mail version 1
        type Address = text(3...254) personal
        type Code = text(1...8)
        context { address: Address? }
        command start(address: Address), submit(code: Code)
        effect check(address: Address, code: Code) replies right, wrong, lost otherwise lost within 20s
        final done success
        final failed
        require done only after right
        within 20m -> failed
        reject other
        late other
        state idle waits for user { on start -> entering { keep address } }
        group codeOut {
          on restored when withValues stay
          ignore restored when not withValues
          state entering waits for user {
            on submit -> checking { do check(address, code) }
            on start stay { keep address }
          }
          state checking {
            on right -> done
            on wrong, lost -> entering
          }
        }
        """

    private static let start = #"{"at": 0, "command": "start", "with": {"address": "asha@example.com"}}"#
    private static let submit = #"{"at": 30, "command": "submit", "with": {"code": "482913"}, "expect": "#

    /// Plays the lines behind a header by which the first check is right and later ones are wrong.
    private func play(
        _ lines: String..., following flow: String = flow
    ) throws -> (problems: [TranscriptProblem], final: String?, records: [Record]) {
        let header = #"{"transcript": 1, "flow": "Mail", "about": "a", "replies": {"check": ["right", "wrong"]}}"#
        let text = ([header] + lines).joined(separator: "\n")
        let flow = try LoadedFlow(flow)
        let transcript = try Transcript.read(Array(text.utf8), path: "t.jsonl").bind(to: flow.table)
        let log = MemoryLog(salt: 7)
        var player = try Player(
            transcript, as: DrivenRun.id, of: flow.table, annotations: flow.annotations, log: log)
        try player.play { _ in }
        let final = player.final.map { flow.table.states[$0].name }
        return (player.problems, final, log.records(of: DrivenRun.id))
    }

    @Test("An effect whose value is gone gets its otherwise at once, and uses up no answer of the transcript")
    func otherwise() throws {
        let played = try play(
            Self.start, #"{"at": 10, "restart": 5}"#, Self.submit + #"{"state": "entering"}}"#, #"{"at": 60}"#)
        #expect(played.problems.isEmpty, "\(played.problems)")
        #expect(played.final == nil)
        let told = try #require(played.records.last?.event)
        #expect(told.cause == .valueGone && played.records.last?.time == Instant(milliseconds: 30_000))
        let again = try play(
            Self.start, #"{"at": 10, "restart": 5}"#, Self.submit + #"{"state": "entering"}}"#,
            #"{"at": 40, "command": "start", "with": {"address": "asha@example.com"}}"#,
            #"{"at": 50, "command": "submit", "with": {"code": "482913"}}"#, #"{"at": 60}"#)
        #expect(again.final == "done")
    }

    @Test("A run that comes back with its values performs what it orders")
    func withValues() throws {
        let played = try play(
            Self.start, #"{"at": 10, "restart": 5, "withValues": true}"#, Self.submit + #"{"state": "checking"}}"#,
            #"{"at": 60}"#)
        #expect(played.problems.isEmpty, "\(played.problems)")
        #expect(played.final == "done")
    }

    @Test(
        "An order of the step in which the run comes back without its values gets its otherwise at once too",
        arguments: [
            ("entering waits for user {", "entering {\n    after 30s -> checking { do check(address, \"1\") }"),
            (
                "ignore restored when not withValues",
                "on restored when not withValues stay { do check(address, \"1\") }"
            ),
        ])
    func onReturn(row: String, changed: String) throws {
        let text = Self.flow.changing(row, to: changed)
            .changing("on submit ->", to: "on right -> done on wrong, lost stay\n      on submit ->")
        let played = try play(Self.start, #"{"at": 10, "restart": 40}"#, following: text)
        #expect(played.records.last?.event?.cause == .valueGone)
        #expect(played.final == nil)
    }
}
