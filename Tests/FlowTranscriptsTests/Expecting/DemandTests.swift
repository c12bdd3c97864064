import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("What a transcript expects besides the end")
struct DemandTests {
    private static let start = #"{"at": 1, "command": "start", "with": {"address": "asha@example.com"}"#
    private static let again = #"{"at": 2, "command": "again", "with": {"address": "ravi@example.com"}"#
    private static let bounced = #"{"at": 3, "callback": {"event": "MAIL_BOUNCED"}"#

    /// The problems of a played transcript in which a mail bounces; `start`, `again` and `bounced` are how those lines end.
    private func problems(
        _ expect: String, start: String = "}", again: String = "}", bounced: String = "}", end: String = #"{"at": 4}"#
    ) throws -> [String] {
        let flow = try LoadedFlow(MailFlow.text)
        let lines = [Self.start + start, Self.again + again, Self.bounced + bounced, end]
        let transcript = MailFlow.transcript(expect.isEmpty ? "" : "\"expect\": \(expect)", lines)
        var player = try Player(
            transcript.bind(to: flow.table), as: RunID(high: 0, low: 1), of: flow.table, annotations: flow.annotations,
            log: MemoryLog())
        try player.play { _ in }
        return player.problems.map(\.description)
    }

    @Test(
        "An expectation holds where the run did what it says",
        arguments: [
            #"{"final": "failed", "kept": {"why": "bounced"}}"#, #"{"without": ["check"]}"#,
            #"{"effects": ["send", "send"], "not": "authenticated"}"#,
            #"""
            {"effects": [{"effect": "send", "with": {"urgent": true, "address": "asha@example.com"}}, "show",
            {"effect": "send", "with": {"address": "ravi@example.com"}}, "show"]}
            """#.changing("\n", to: " "),
        ])
    func met(expect: String) throws {
        #expect(try problems(expect) == [])
    }

    @Test(
        "An expectation that does not hold is told with what came instead",
        arguments: [
            (#"{"final": "cancelled"}"#, "expected the run to end in cancelled, but it ended in failed"),
            (#"{"kept": {"why": "silent"}}"#, "expected why = silent, but the run kept why = bounced"),
            (#"{"kept": {"why": null}}"#, "expected why = absent, but the run kept why = bounced"),
            (#"{"kept": {"tries": 2}}"#, "expected tries = 2, but failed keeps no tries"),
            (
                #"{"effects": ["send"]}"#,
                "expected send, but the run ordered send(address: address#1, urgent: true), "
                    + "send(address: address#2, urgent: false)"
            ),
            (
                #"{"effects": [{"effect": "send", "with": {"address": "ravi@example.com"}}, "send"]}"#,
                "expected send(address: address#2), send, but the run ordered "
                    + "send(address: address#1, urgent: true), send(address: address#2, urgent: false)"
            ),
            (
                #"{"effects": [{"effect": "check", "with": {"address": "nobody@example.com"}}]}"#,
                "expected check(address: another value), but the run ordered none"
            ),
            (#"{"without": ["check", "show"]}"#, "expected no show, but the run ordered show"),
        ])
    func unmet(expect: String, sentence: String) throws {
        #expect(try problems(expect) == ["mail.jsonl:1: \(sentence)"])
    }

    @Test("A line's expectation that does not hold is told at that line")
    func lines() throws {
        let good = try problems(
            "", start: #", "expect": {"disposition": "taken", "state": "sending", "effects": ["send", "show"]}}"#,
            bounced: #", "expect": {"state": ["failed"], "effects": []}}"#,
            end: #"{"at": 4, "expect": {"state": "failed"}}"#)
        #expect(good == [])
        let bad = try problems(
            "", start: #", "expect": {"disposition": "rejected"}}"#,
            again: #", "expect": {"state": "checking", "effects": ["show"]}}"#,
            end: #"{"at": 4, "expect": {"state": "idle"}}"#)
        #expect(
            bad == [
                "mail.jsonl:2: expected that this is rejected, but it was taken",
                "mail.jsonl:3: expected to be in checking, but it is in sending",
                "mail.jsonl:3: expected show, but the line ordered send(address: address#2, urgent: false), show",
                "mail.jsonl:5: expected to be in idle, but it is in failed",
            ])
    }

    @Test("An expectation names a sub-flow's effect behind the leg's name")
    func legs() throws {
        let parent = try LoadedFlow(
            """
            flow Login version 1
            type Address = text(3...80) personal
            context { address: Address? }
            command start(address: Address), cancel
            final inside
            final outside
            within 30m -> outside
            on cancel -> outside
            reject other
            state idle waits for user { on start -> asking { keep address } }
            state asking {
              child mail = Mail
              enter { run mail.start(address) }
              on mail.authenticated -> inside
              on mail.failed, mail.cancelled -> outside
            }
            """,
            among: ["Mail": MailFlow.text])
        let text = """
            {"transcript": 1, "flow": "Login", "expect": {"effects": ["mail.send"], "without": ["mail.check"]}}
            {"at": 1, "command": "start", "with": {"address": "a@b"}, "expect": {"state": ["asking", "mail.sending"]}}
            {"at": 2, "command": "mail.again", "with": {"address": "c@d"}, "expect": {"state": "mail.checking"}}
            {"at": 3, "command": "cancel", "expect": {"state": "mail.cancelled"}}
            """
        let bound = try Transcript.read(Array(text.utf8), path: "login.jsonl").bind(to: parent.table)
        var player = try Player(
            bound, as: RunID(high: 0, low: 1), of: parent.table, annotations: parent.annotations, log: MemoryLog())
        try player.play { _ in }
        #expect(
            player.problems.map(\.description) == [
                "login.jsonl:1: expected mail.send, but the run ordered mail.send(address: address#1, urgent: true), "
                    + "mail.send(address: address#2, urgent: false)",
                "login.jsonl:3: expected to be in mail.checking, but it is in mail.sending",
            ])
    }

    @Test(
        "An expectation that names what is not there is a problem of the transcript",
        arguments: [
            (#"{"kept": {"whi": "silent"}}"#, "flow 'Mail' has no 'whi', only: address, tries, why"),
            (#"{"kept": {"why": "late"}}"#, "'why' of flow 'Mail' must be one of bounced, silent, wrong"),
            (#"{"effects": ["sent"]}"#, "effect 'sent' is not one of Mail's: send, check, show"),
            (
                #"{"effects": [{"effect": "send", "with": {"urgnt": true}}]}"#,
                "effect 'send' has no 'urgnt', only: address, urgent"
            ),
            (#"{"without": ["sent"]}"#, "effect 'sent' is not one of Mail's: send, check, show"),
            (#"{"effects": "send"}"#, "'effects' of 'expect' must be a list"),
            (#"{"effects": [1]}"#, "an effect of 'expect' must be a name, or an object with 'effect' and 'with'"),
            (#"{"without": [1]}"#, "'without' of 'expect' must be a list of effects' names"),
            (#"{"kept": []}"#, "'kept' of 'expect' must be an object, by the names of what the final keeps"),
            (#"{"ending": "x"}"#, "'expect' of the header has no 'ending', only final, not, kept, effects, without"),
            ("{}", #"'expect' must be an object, as {"final": name} or {"not": name}"#),
        ])
    func unknown(expect: String, sentence: String) throws {
        let flow = try LoadedFlow(MailFlow.text)
        let error = #expect(throws: BadTranscript.self) {
            try MailFlow.transcript("\"expect\": \(expect)", []).bind(to: flow.table)
        }
        #expect(error?.problems.map(\.description) == ["mail.jsonl:1: \(sentence)"])
    }

    @Test(
        "A line's expectation that names what is not there is a problem at that line",
        arguments: [
            (
                #"{"at": 1, "expect": {"state": "idel"}}"#,
                "state 'idel' is not one of Mail's: idle, sending, checking, authenticated, failed, cancelled"
            ),
            (
                #"{"at": 1, "expect": {"disposition": "taken"}}"#,
                "a line has a 'disposition' only beside a 'command' or 'callback'"
            ),
            (
                #"{"at": 1, "command": "cancel", "expect": {"disposition": "took"}}"#,
                "'disposition' must be one of taken, stayed, ignored, rejected, late, stale, unrecognised"
            ),
            (#"{"at": 1, "expect": {"effects": []}}"#, "a line that only moves the clock orders no 'effects'"),
            (#"{"at": 1, "expect": {"state": 1}}"#, "'state' must be a state's name, or a list of them"),
            (
                #"{"at": 1, "expect": 1}"#,
                "'expect' of a line must be an object with 'disposition', 'state' or 'effects'"
            ),
        ])
    func unknownOfLine(line: String, sentence: String) throws {
        let flow = try LoadedFlow(MailFlow.text)
        let error = #expect(throws: BadTranscript.self) {
            try MailFlow.transcript([line]).bind(to: flow.table)
        }
        #expect(error?.problems.map(\.description) == ["mail.jsonl:2: \(sentence)"])
    }
}
