import FlowFixtures
import FlowTranscripts
import KeywayCore
import Testing

/// A sign-in by a mail, which the person may have sent to another address.
enum MailFlow {
    static let text = """
        flow Mail version 1
        type Address = text(3...80) personal
        enum Why { bounced, silent, wrong }
        context { address: Address?, tries: int 0...3 = 0, why: Why? }
        command start(address: Address), again(address: Address), cancel
        callback ready, bounced, confirmed
        effect send(address: Address, urgent: bool) once starts attempt
        effect check(address: Address) replies right, wrong otherwise wrong within 5s
        effect show volatile
        source postbox = "PostboxReport" by event stamped {
          retained READY => ready
          MAIL_BOUNCED => bounced
          MAIL_READ => confirmed
        }
        final authenticated keeps address, tries
        final failed keeps why
        final cancelled
        on cancel -> cancelled
        within 20m -> failed { why = silent }
        ignore unrecognised
        ignore ready
        ignore stale confirmed
        reject other
        late other
        state idle waits for user {
          on start -> sending { keep address; tries += 1; do send(address, true) }
        }
        group out {
          on bounced -> failed { why = bounced }
          on confirmed stay
          state sending waits for user {
            enter { do show }
            on again when tries < 3 -> sending { keep address; tries += 1; do send(address, false) }
            on again when tries == 3 -> checking { do check(address) }
          }
          state checking {
            on right -> authenticated
            on wrong -> failed { why = wrong }
          }
        }
        """

    /// The transcript's lines below a header with these members.
    static func transcript(_ members: String = "", _ lines: [String]) -> Transcript {
        let header = #"{"transcript": 1, "flow": "Mail"\#(members.isEmpty ? "" : ", " + members)}"#
        return Transcript.read(Array(([header] + lines).joined(separator: "\n").utf8), path: "mail.jsonl")
    }

    /// The outline of a transcript that is played on the flow.
    ///
    /// - Parameters:
    ///   - row: a text of the flow to replace; nil for the flow as it is.
    ///   - mistaken: what the text is replaced with.
    ///   - members: the members of the header behind `flow`.
    ///   - lines: the lines below the header.
    /// - Returns: the lines of the outline.
    static func outline(
        replacing row: String? = nil, with mistaken: String = "", _ members: String = "", _ lines: [String]
    ) throws -> [String] {
        let flow = try LoadedFlow(row.map { text.changing($0, to: mistaken) } ?? text)
        let bound = try transcript(members, lines).bind(to: flow.table)
        return try RunOutline(playing: bound, on: flow.table, annotations: flow.annotations).lines
    }
}

@Suite("The outline of a run")
struct RunOutlineTests {
    private static let twice = [
        #"{"at": 0, "callback": {"event": "READY"}}"#,
        #"{"at": 1, "command": "start", "with": {"address": "asha@example.com"}}"#,
        #"{"at": 2, "command": "again", "with": {"address": "ravi@example.com"}}"#,
        #"{"at": 3, "callback": {"event": "MAIL_READ"}, "attempt": 1}"#,
        #"{"at": 4, "command": "again", "with": {"address": "asha@example.com"}}"#,
        #"{"at": 5, "command": "again", "with": {"address": "ravi@example.com"}}"#, #"{"at": 20}"#,
    ]

    @Test("An outline tells what came, what it meant, what was given, ordered and kept, and which values are the same")
    func everything() throws {
        let lines = try MailFlow.outline(#""replies": {"check": ["right"]}"#, Self.twice)
        #expect(
            lines == [
                "0s  began -> idle",
                "0s  ready ignored in idle",
                #"0s  source postbox retains "READY""#,
                "1s  start(address: address#1) -> sending { address = address#1; tries = 1; "
                    + "do send(address: address#1, urgent: true) attempt 1 once; do show volatile }",
                "2s  again(address: address#2) -> sending { address = address#2; tries = 2; "
                    + "do send(address: address#2, urgent: false) attempt 2 once; do show volatile }",
                "3s  confirmed (stale) ignored in sending",
                "4s  again(address: address#1) -> sending { address = address#1; tries = 3; "
                    + "do send(address: address#1, urgent: false) attempt 3 once; do show volatile }",
                "5s  again(address: address#2) -> checking { do check(address: address#2) }",
                "5.2s  right -> authenticated keeps address = address#1, tries = 3",
            ])
    }

    @Test("An effect that takes too long answers by its limit, and no reply says so")
    func limit() throws {
        let lines = try MailFlow.outline(
            #""replies": {"check": [{"reply": "right", "after": 9}]}"#, Self.twice)
        #expect(lines.suffix(2).first == "10s  wrong (limit) -> failed { why = wrong } keeps why = wrong")
        #expect(lines.last == "14s  right (stale) late in failed")
    }

    @Test("A callback that 'other' claims cannot come is marked as claimed; a command that 'other' rejects is not")
    func claims() throws {
        let lines = try MailFlow.outline(
            "",
            [
                #"{"at": 1, "callback": {"event": "MAIL_BOUNCED"}}"#,
                #"{"at": 2, "command": "again", "with": {"address": "asha@example.com"}}"#,
            ])
        #expect(
            lines.dropFirst() == [
                "1s  bounced (claimed not to come) late in idle", "2s  again(address: address#1) rejected in idle",
            ])
    }

    @Test("A restart takes what no log has")
    func restart() throws {
        let lines = try MailFlow.outline(
            "", [Self.twice[1], #"{"at": 2, "restart": 3}"#, #"{"at": 6, "command": "cancel"}"#])
        #expect(lines.last == "6s  cancel -> cancelled { address = withheld }")
    }

    @Test("Classified values that no event brought have one name, whatever they are")
    func ownValues() throws {
        let order = "do send(address, true)"
        let outlines = try ["a@example.com", "b@example.com"].map { literal in
            try MailFlow.outline(replacing: order, with: "do send(\"\(literal)\", true)", "", [Self.twice[1]])
        }
        #expect(outlines[0].last?.contains("do send(address: own, urgent: true)") == true)
        #expect(outlines[0] == outlines[1])
    }

    @Test(
        "Single edits that leave a run's end as it is change its outline",
        arguments: [
            (
                "-> sending { keep address; tries += 1; do send(address, false) }",
                "-> sending { tries += 1; do send(address, false) }"
            ),
            (" once starts attempt", " starts attempt"), (" once starts attempt", " once"), ("retained READY", "READY"),
            ("effect show volatile", "effect show"), ("do send(address, false)", "do send(address, true)"),
            ("tries += 1; do send(address, true)", "do send(address, true)"), ("enter { do show }", "enter { }"),
            ("on confirmed stay", "late confirmed"), ("keeps address, tries", "keeps address"),
        ])
    func edits(row: String, mistaken: String) throws {
        let replies = #""replies": {"check": ["right"]}"#
        let lines = Self.twice + [#"{"at": 21, "callback": {"event": "MAIL_READ"}}"#]
        var early = lines
        early.insert(#"{"at": 1, "callback": {"event": "MAIL_READ"}}"#, at: 2)
        let original = try MailFlow.outline(replies, early)
        #expect(try MailFlow.outline(replacing: row, with: mistaken, replies, early) != original)
    }

    @Test("Outlines that differ are told with the first line of each that does; equal outlines have no difference")
    func difference() throws {
        let flow = try LoadedFlow(MailFlow.text)
        let story = MailFlow.transcript(Self.twice)
        let shorter = MailFlow.transcript(Array(Self.twice.prefix(3)))
        let outlines = try [story, shorter].map {
            try RunOutline(playing: $0.bind(to: flow.table), on: flow.table, annotations: flow.annotations)
        }
        let difference = try #require(outlines[0].difference(to: outlines[1]))
        #expect(difference.line == 6)
        #expect(difference.own == "3s  confirmed (stale) ignored in sending")
        #expect(difference.other == nil)
        #expect(outlines[0].difference(to: outlines[0]) == nil)
    }
}

extension MailFlow {
    static func transcript(_ lines: [String]) -> Transcript { transcript("", lines) }
}
