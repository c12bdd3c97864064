import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowMutation
import FlowRules
import FlowTranscripts
import TestThreads
import Testing

@Suite("The run that shows what an edit changes", .longComputation)
struct DifferenceTests {
    /// The steps after which a search for a difference stops: more than flows of this size need.
    private static let steps = 20_000

    /// The outline of the shown transcript, written and read again, on the text of a flow.
    private func outline(of difference: ShownDifference, on text: String) throws -> RunOutline {
        let flow = try LoadedFlow(text, path: "Gate.flow")
        let read = Transcript.read(Array(difference.text.utf8), path: "shown.jsonl")
        return try RunOutline(
            playing: read.bind(to: flow.table), on: flow.table, annotations: flow.annotations)
    }

    /// Expects that the run can be played on both texts, and that the outlines differ first as the difference says.
    private func expectShown(_ difference: ShownDifference, of mutant: Mutant, from text: String) throws {
        let place: Comment = "\(mutant.line): \(mutant.what)\n\(difference.text)"
        let before = try outline(of: difference, on: text)
        let after = try outline(of: difference, on: mutant.text)
        let seen = try #require(before.difference(to: after), place)
        #expect(seen.own == difference.before, place)
        #expect(seen.other == difference.after, place)
    }

    @Test(
        "Two arguments that change places are seen where no guard reads them, whatever their type is",
        arguments: [
            "bool", "Side", "int 3...9", "duration", "duration 1s...30s", "duration 1s...2s", "set of Side",
            "set of One",
        ])
    func swappedArguments(type: String) throws {
        let text = """
            flow Lift version 1
            enum Side { left, right }
            enum One { only }
            command go(from: \(type), to: \(type)), cancel
            effect move(from: \(type), to: \(type))
            final done
            within 15m -> done
            on cancel -> done
            reject other
            state idle waits for user { on go -> done { do move(from, to) } }

            """
        let subject = try GateFlow.subject([], text: text)
        let campaign = try MutationCampaign(of: subject)
        let swaps = Mutant.all(of: subject.source, machine: campaign.flow).filter { $0.kind == .swap }
        try #require(swaps.count == 1)
        let found = campaign.difference(of: swaps[0], within: Self.steps)
        guard case .shown = found else {
            Issue.record("\(found)")
            return
        }
    }

    @Test("An edit of a stale row is seen where nothing but an attempt tells the run from one before it")
    func staleRow() throws {
        let text = """
            flow Bell version 1
            command go, cancel
            callback rang
            effect open starts attempt
            source bell = "Bell" by event stamped { RING => rang }
            final done
            final failed
            within 15m -> failed
            on cancel -> done
            ignore unrecognised
            state idle waits for user {
              on go stay { do open }
              on rang -> done
              on stale rang -> failed
            }

            """
        let subject = try GateFlow.subject([], text: text)
        let campaign = try MutationCampaign(of: subject)
        let edits = Mutant.all(of: subject.source, machine: campaign.flow).filter { $0.line == 14 }
        #expect(edits.map(\.kind) == [.drop, .target, .target])
        for edit in edits {
            guard case .shown(let difference) = campaign.difference(of: edit, within: Self.steps) else {
                Issue.record("\(edit.what)")
                continue
            }
            try expectShown(difference, of: edit, from: text)
        }
    }

    @Test("Another 'otherwise' is seen where the effect's limit never passes: the handler fails")
    func otherwise() throws {
        // Each order of 'check' closes the one before it, after a second, so that the limit of five seconds never passes.
        let text = """
            flow Poll version 1
            command start, cancel
            effect check replies right, pending otherwise pending within 5s
            final done
            final cancelled
            on cancel -> cancelled
            within 20m -> cancelled
            reject other
            late other
            state idle waits for user { on start -> polling }
            state polling {
              timer poll
              after 19m -> cancelled
              enter { set poll 1s }
              on poll stay { do check; set poll 1s }
              on right -> done
              ignore pending
            }

            """
        let subject = try GateFlow.subject([], text: text)
        let campaign = try MutationCampaign(of: subject)
        let edits = Mutant.all(of: subject.source, machine: campaign.flow).filter { $0.kind == .otherwise }
        #expect(edits.map(\.what) == ["'otherwise pending' becomes 'otherwise right'"])
        for edit in edits {
            let difference = try shownDifference(of: edit, from: text, in: campaign)
            #expect(difference.before?.contains("pending") == true && difference.after?.contains("right") == true)
        }
    }

    /// A beginning that the search does not come to by itself, or only last: declarations and states of a flow, a member of a transcript's
    /// header, and what of it the run needs that shows the edit.
    private static let beginnings: [(declarations: String, states: String, given: String, shown: String)] = [
        (
            "param fast: bool = false\nparam loud: bool = false",
            """
            state idle waits for user {
              on go when fast -> done { why = quick }
              on go when not fast and loud -> idle
              on go when not fast and not loud -> done
            }
            """, #""parameters": {"fast": true, "loud": true}"#, #""parameters": {"fast": true}"#
        ),
        (
            "param patience: duration 1s...60s = 30s",
            """
            state idle waits for user { on go -> asking }
            state asking {
              after patience -> done { why = quick }
              after 20s -> done
            }
            """, #""parameters": {"patience": 5}"#, #""parameters": {"patience": 5}"#
        ),
        (
            // What the search lets come comes 0.1 s after the beginning, and a word that is retained at once.
            """
            callback opened, jammed
            source lock = "Lock" by kind singleton {
              retained OPENED => opened
              retained JAMMED => jammed
            }
            ignore unrecognised
            late opened, jammed
            """,
            """
            state idle waits for user {
              on opened -> ready
              after 50ms -> away
            }
            state ready waits for user { on go -> done { why = quick } }
            state away waits for user { on go -> done }
            """, #""retained": [{"kind": "JAMMED"}, {"kind": "OPENED"}]"#, #""retained": [{"kind": "OPENED"}]"#
        ),
        (
            "",
            """
            state idle waits for user { on go -> waiting }
            state waiting {
              lane line of Lock
              enter { take line }
              on line -> done
              after 30s -> done { why = quick }
            }
            """, #""occupied": ["Lock", "Lock"]"#, #""occupied": ["Lock"]"#
        ),
    ]

    @Test(
        "A difference is found from the beginning that a transcript's header tells, and keeps what it needs of that",
        arguments: beginnings.indices)
    func beginning(place: Int) throws {
        let (declarations, states, given, shown) = Self.beginnings[place]
        let text = Self.gate(declaring: declarations, states)
        let (begun, edit) = try Self.dropped(of: text, [#"{"transcript": 1, "flow": "Gate", \#(given)}"#])
        var campaign = begun
        #expect(campaign.fate(of: edit) == .survived)
        let difference = try shownDifference(of: edit, from: text, in: campaign)
        #expect(difference.text.contains(shown), "\(difference.text)")
    }

    /// A parameter, a guard that only one of its values fulfils or few do, and the value to be shown as a header has it.
    private static let choices: [(parameter: String, condition: String, value: String)] = [
        ("bool = false", "p", "true"), ("Why = slow", "p == quick", #""quick""#), ("int 1...5 = 2", "p == 4", "4"),
        ("int 1...900 = 2", "p > 899", "900"), ("int 0...900 = 2", "p == 0", "0"),
    ]

    @Test("A difference that only another value of a parameter shows is found, with that value", arguments: choices)
    func parameter(declared: String, condition: String, value: String) throws {
        let text = Self.gate(
            declaring: "param p: \(declared)\nparam loud: bool = true",
            """
            state idle waits for user {
              on go when \(condition) -> done { why = quick }
              on go when not (\(condition)) -> done
            }
            """)
        let (campaign, edit) = try Self.dropped(of: text, [])
        let difference = try shownDifference(of: edit, from: text, in: campaign)
        #expect(difference.text.contains(#""parameters": {"p": \#(value)}"#), "\(difference.text)")
    }

    @Test("A difference that the shortest time and the value of another parameter show together is found")
    func shortestTime() throws {
        let text = Self.gate(
            declaring: "param fast: bool = false\nparam patience: duration 1s...60s = 30s",
            """
            state idle waits for user { on go -> asking }
            state asking {
              after patience -> away
              after 20s -> done
            }
            state away waits for user {
              on go when fast -> done { why = quick }
              on go when not fast -> done
            }
            """)
        let (campaign, edit) = try Self.dropped(of: text, [])
        let difference = try shownDifference(of: edit, from: text, in: campaign)
        #expect(difference.text.contains(#""parameters": {"fast": true, "patience": 1}"#), "\(difference.text)")
    }

    @Test("The shown run has no other runs in a lane where the lane makes no difference")
    func lane() throws {
        let text = Self.gate(
            """
            state idle waits for user { on go -> waiting }
            group asked {
              lane line of Lock
              state waiting {
                enter { take line }
                on line -> holding
                after 10m -> done
              }
              state holding { after 50ms -> done { why = quick } }
            }
            """)
        let transcript = """
            {"transcript": 1, "flow": "Gate", "occupied": ["Lock"]}
            {"at": 1, "command": "go"}
            {"at": 40, "freed": "Lock"}
            """
        let (campaign, edit) = try Self.dropped(of: text, [transcript])
        let difference = try shownDifference(of: edit, from: text, in: campaign)
        #expect(!difference.text.contains("Lock"), "\(difference.text)")
    }

    /// A flow of these states, some of which say `why = quick` where they end.
    private static func gate(declaring declarations: String = "", _ states: String) -> String {
        """
        flow Gate version 1
        enum Why { slow, quick }
        context { why: Why = slow }
        command go, cancel
        final done keeps why
        within 15m -> done
        on cancel -> done
        reject other
        \(declarations)
        \(states)

        """
    }

    /// The edit that drops `why = quick` from such a flow with these transcripts.
    private static func dropped(
        of text: String, _ transcripts: [String]
    ) throws -> (campaign: MutationCampaign, edit: Mutant) {
        let subject = try GateFlow.subject(transcripts, text: text)
        let campaign = try MutationCampaign(of: subject)
        let edits = Mutant.all(of: subject.source, machine: campaign.flow)
        return (campaign, try #require(edits.first { $0.what == "drop 'why = quick'" }))
    }

    /// The run that shows what the edit changes, which is as the difference says on both texts.
    private func shownDifference(
        of edit: Mutant, from text: String, in campaign: MutationCampaign
    ) throws -> ShownDifference {
        let found = campaign.difference(of: edit, within: Self.steps)
        guard case .shown(let difference) = found else { throw NothingShown(found: "\(found)") }
        try expectShown(difference, of: edit, from: text)
        return difference
    }

    /// No run shows what an edit changes.
    private struct NothingShown: Error {
        var found: String
    }

    @Test("A difference that comes later than a transcript can tell is shown by no run")
    func late() throws {
        // A transcript tells times of a hundred thousand years at most.
        let text = """
            flow Vast version 1
            enum Why { silent, slow }
            context { why: Why = silent }
            command go, cancel
            final done keeps why
            within 4611686018427387903ms -> done
            on cancel -> done
            reject other
            state idle waits for user { after 4000000000000000ms -> away }
            state away waits for user { on go -> done { why = slow } }

            """
        let subject = try GateFlow.subject([], text: text)
        let campaign = try MutationCampaign(of: subject)
        let edit = try #require(
            Mutant.all(of: subject.source, machine: campaign.flow).first { $0.what == "drop 'why = slow'" })
        guard case .unseen = campaign.difference(of: edit, within: Self.steps) else {
            Issue.record("a transcript goes past the greatest time")
            return
        }
    }

    @Test(
        "A difference is found for each edit that 'check' lets run, with and without transcripts, and shows as played",
        arguments: [[], [GateFlow.opening]])
    func all(transcripts: [String]) throws {
        let subject = try GateFlow.subject(transcripts)
        let campaign = try MutationCampaign(of: subject)
        var unseen: [String] = []
        for mutant in Mutant.all(of: subject.source, machine: campaign.flow) {
            let checked = check(SourceText(path: "Gate.flow", bytes: Array(mutant.text.utf8)))
            guard !checked.diagnostics.contains(where: { $0.severity == .error }) else { continue }
            if case .shown(let difference) = campaign.difference(of: mutant, within: Self.steps) {
                try expectShown(difference, of: mutant, from: GateFlow.text)
                #expect(difference.transcript.lines.count <= 6, "\(difference.text)")
            } else {
                unseen.append("\(mutant.line): \(mutant.what)")
            }
        }
        // 'after 30s' fires before 'patience' can, so these edits of its deadline (30) and those of its row (35) change no run. Line 43
        // repeats a row of the file.
        #expect(Set(unseen.map { $0.prefix(3) }) == ["30:", "35:", "43:"], "\(unseen)")
        #expect(unseen.filter { $0.hasPrefix("30:") } == ["30: '1m' becomes '30s'", "30: '1m' becomes '2m'"])
    }
}
