import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway mutate")
struct MutateTests {
    /// The flow of `LockedDoor`, but it keeps why it failed, and marks no final as a `success`.
    private static let flow =
        LockedDoor.flow(
            requirements: "enum Why { silent, jammed }\ncontext { why: Why? }",
            turning: """
                on opened -> asking
                  on jammed -> failed { why = jammed }
                  after 30s -> failed { why = silent }
                """
        )
        .changing("flow Door", to: "flow Gate").changing("final authenticated success", to: "final authenticated")
        .changing("final failed", to: "final failed keeps why") + "\n"

    private static let story = """
        {"transcript": 1, "flow": "Gate", "replies": {"ask": ["confirmed"]}, "expect": {"final": "authenticated"}}
        {"at": 1, "command": "open"}
        {"at": 3, "callback": {"kind": "OPENED"}}
        {"at": 4}
        """

    private func folder(_ flow: String = flow) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(flow, to: "Specs/Gate/Gate.flow")
        try folder.write(LockedDoor.model(), to: "Specs/Gate/Models/SDK-1.0.provider")
        try folder.write(Self.story, to: "Specs/Gate/Transcripts/gate.jsonl")
        try folder.write(#"{"transcript": 1, "flow": "Other"}"#, to: "Specs/Gate/Transcripts/other.jsonl")
        return folder
    }

    private func path(in folder: TemporaryFolder) -> String { folder.path(of: "Specs/Gate/Gate.flow") }

    @Test("mutate prints a table, and each survivor with its line, the edit, and a run that shows the difference")
    func table() throws {
        let folder = try folder()
        let call = keyway("mutate", "Gate", "--only", "row.value", "--only", "row.attribute", in: folder.path)
        #expect(call.code == .problem, "\(call.errors)")
        let about = #""about": "What shows row.value in line"#
        #expect(
            call.lines == [
                "Gate: 4 edits, 2 noticed, 2 survive",
                "                  edits  equivalent   check  transcript  explore  waived  survive  undecided",
                "  row.value           2           -       -           -        -       -        2          -",
                "  row.attribute       2           -       -           2        -       -        -          -",
                "  total               4           -       -           2        -       -        2          -",
                "\(path(in: folder)):25: row.value: 'jammed' becomes 'silent'",
                "  '1.1s  jammed -> failed { why = jammed } keeps why = jammed' becomes "
                    + "'1.1s  jammed -> failed { why = silent } keeps why = silent', when this is played:",
                "    {\"transcript\": 1, \"flow\": \"Gate\", \(about) 25: 'jammed' becomes 'silent'.\"}",
                #"    {"at": 1, "command": "open"}"#, #"    {"at": 1.1, "callback": {"kind": "JAMMED"}}"#,
                "\(path(in: folder)):26: row.value: 'silent' becomes 'jammed'",
                "  '31s  after 30s -> failed { why = silent } keeps why = silent' becomes "
                    + "'31s  after 30s -> failed { why = jammed } keeps why = jammed', when this is played:",
                "    {\"transcript\": 1, \"flow\": \"Gate\", \(about) 26: 'silent' becomes 'jammed'.\"}",
                #"    {"at": 1, "command": "open"}"#, #"    {"at": 31}"#,
            ])
    }

    @Test("The run of a survivor, played with 'keyway run' on the flow and on the edited text, shows its difference")
    func runs() throws {
        let folder = try folder()
        let call = keyway("mutate", "Gate", "--only", "row.value", "--format", "json", in: folder.path)
        let told = try members(of: call.output)
        let survivors = try #require(told["survivors"]?.list)
        let edits = [("why = jammed", "why = silent"), ("why = silent", "why = jammed")]
        #expect(survivors.count == edits.count)
        for (number, (survivor, edit)) in zip(survivors, edits).enumerated() {
            let told = try #require(survivor.object)
            guard case .text(let run)? = told["run"], let difference = told["difference"]?.object else {
                Issue.record("\(told)")
                continue
            }
            try folder.write(run, to: "run-\(number).jsonl")
            try folder.write(Self.flow.changing(edit.0, to: edit.1), to: "edited-\(number).flow")
            let lines = [path(in: folder), folder.path(of: "edited-\(number).flow")].map { flow in
                keyway(
                    "run", flow, "--transcript", folder.path(of: "run-\(number).jsonl"), "--log",
                    folder.path(of: "log"), in: folder.path
                ).output
            }
            for (shown, (member, word)) in zip(lines, [("before", edit.0), ("after", edit.1)]) {
                #expect(shown.contains(word), "\(shown)")
                guard case .text(let line)? = difference[member] else { continue }
                #expect(line.contains(word))
            }
        }
    }

    @Test("--all refuses a file whose first words cannot be read: its flow would be left out unnoticed")
    func allFiles() throws {
        let folder = try folder()
        let path = try folder.write(Self.flow.changing("flow Gate", to: "flwo Gate2"), to: "Specs/Other.flow")
        let call = keyway("mutate", "--all", "--only", "row.value", in: folder.path)
        #expect(call.code == .problem && call.output.isEmpty)
        #expect(call.errors.first?.hasPrefix("\(path):1:1: error: ") == true, "\(call.errors)")
    }

    @Test("A flow or transcript with an error refuses --all before the first edit of any flow is tried")
    func errorsFirst() throws {
        let folder = try folder()
        let results = folder.path(of: "results")
        let zero = Self.flow.changing("flow Gate", to: "flow Zero")
        func refuse(_ flow: String, _ transcript: String) throws {
            try folder.write(flow, to: "Specs/Zero.flow")
            try folder.write(transcript, to: "Specs/Transcripts/zero.jsonl")
            let call = keyway(["mutate", "--all", "--only", "row.value", "--resume", results], in: folder.path)
            #expect(call.code == .problem && call.output.isEmpty)
            #expect(call.errors.first?.contains("ero.") == true, "\(call.errors)")
            // The file has its header alone: no edit was tried.
            let kept = String(decoding: try folder.bytes(of: "results"), as: UTF8.self)
            #expect(kept.split(separator: "\n").count == 1)
        }
        try refuse(zero.changing("-> failed", to: "-> faild"), #"{"transcript": 1, "flow": "Zero"}"#)
        try refuse(zero, #"{"transcript": 1, "flow": "Zero", "expect": {"final": "nowhere"}}"#)
    }

    @Test("Where no run shows a difference, that is said; JSON has the run of a waived survivor as well")
    func unseen() throws {
        let last = "ignore opened, jammed"
        // The backend's limit of 5 s always passes before this deadline, so no run shows an edit of it.
        let late = "after 8s -> failed { why = jammed }"
        let waived = "  // survives row.deadline, row.target: it is later"
        let folder = try folder(Self.flow.changing(last, to: last + "\n  \(late)\(waived)"))
        let call = keyway("mutate", "Gate", "--only", "row.value", "--only", "row.deadline", in: folder.path)
        let lines = call.lines
        let place = try #require(
            lines.firstIndex(where: { $0.hasSuffix(":33: row.value: 'jammed' becomes 'silent'") }))
        #expect(lines[place + 1].hasPrefix("  no run shows it in "))
        let json = keyway(
            "mutate", "Gate", "--only", "row.value", "--only", "row.deadline", "--format", "json", in: folder.path)
        let all = try members(of: json.output)
        let survivors = all["survivors"]?.list?.compactMap(\.object) ?? []
        let unseen = try #require(survivors.first(where: { $0["line"] == .integer(33) }))
        #expect(unseen["run"] == .null)
        #expect(unseen["difference"] == nil)
        guard case .text(let sentence)? = unseen["unseen"] else {
            Issue.record("\(unseen)")
            return
        }
        #expect(sentence.hasPrefix("no run shows it in "))
        let excused = all["waived"]?.list?.compactMap(\.object) ?? []
        #expect(excused.contains { $0["run"] == .null })
        #expect(excused.contains { if case .text? = $0["run"] { true } else { false } })
    }

    @Test("JSON has the operators with their counts, and lists of what survives")
    func json() throws {
        let folder = try folder()
        let call = keyway("mutate", "Gate", "--only", "row.value", "row.otherwise", "--format", "json", in: folder.path)
        #expect(call.code == .problem)
        let members = try members(of: call.output)
        #expect(members["flow"] == .text("Gate"))
        #expect(members["equivalents"] == .list([]))
        #expect(members["undecided"] == .list([]))
        let survivors = try #require(members["survivors"]?.list)
        #expect(survivors.map { $0.object?["line"] } == [.integer(25), .integer(26)])
        #expect(survivors.first?.object?["operator"] == .text("row.value"))
        let operators = try #require(members["operators"]?.list)
        #expect(operators.map { $0.object?["operator"] } == [.text("row.value"), .text("row.otherwise")])
        #expect(operators.first?.object?["mutants"] == .integer(2))
        #expect(operators.first?.object?["equivalent"] == .integer(0))
        #expect(operators.first?.object?["killed"] == .integer(0))
        let all = keyway("mutate", "--all", "--only", "row.value", "--format", "json", in: folder.path)
        #expect(all.output.hasPrefix("["))
        #expect(all.code == .problem)
    }

    @Test("A proof against the named models notices what no transcript notices")
    func proofs() throws {
        let folder = try folder()
        for more in [[], ["--against", "Lock@1.0"]] {
            let call = keyway(["mutate", "Gate", "--only", "row.target"] + more, in: folder.path)
            let total = try #require(call.lines.last { $0.hasPrefix("  total") })
            let numbers = total.split(separator: " ").dropFirst().map(String.init)
            #expect(numbers[4] != "-", "\(call.output)")
        }
        let stopped = keyway("mutate", "Gate", "--only", "row.value", "--limit", "1", in: folder.path)
        #expect(stopped.code == .problem)
        #expect(stopped.lines.first == "Gate: 2 edits, 0 noticed, 0 survive, 2 undecided")
        #expect(
            stopped.lines.count {
                $0.hasSuffix(" (undecided: the flow itself passes 1 configurations against Lock 1.0)")
            } == 2)
        #expect(stopped.lines.count { $0.hasSuffix(", when this is played:") } == 2)
    }

    @Test("Transcripts of a parent of the edited flow are played too, and again once they have changed")
    func parents() throws {
        let folder = try folder()
        let house = """
            flow House version 1
            command come, cancel
            context { reason: Gate.Why? }
            final inside keeps reason
            final cancelled
            on cancel -> cancelled
            within 1h -> cancelled
            reject other
            late other
            state outside waits for user { on come -> gate }
            state gate {
              child gate = Gate
              enter { run gate.open }
              on gate.authenticated -> inside
              on gate.failed -> inside { reason = why }
              on gate.cancelled -> cancelled
            }
            """
        let story = """
            {"transcript": 1, "flow": "House"}
            {"at": 1, "command": "come"}

            """
        try folder.write(house, to: "Specs/House.flow")
        try folder.write(story, to: "Specs/Transcripts/house.jsonl")
        let words = ["mutate", "Gate", "--only", "row.value", "--resume", folder.path(of: "results")]
        #expect(keyway(words, in: folder.path).lines.first == "Gate: 2 edits, 0 noticed, 2 survive")
        let jams = #"{"at": 2, "callback": {"kind": "JAMMED"}}"# + "\n"
        try folder.write(story + jams, to: "Specs/Transcripts/house.jsonl")
        let call = keyway(words, in: folder.path)
        #expect(call.lines.first == "Gate: 2 edits, 1 noticed, 1 survive", "\(call.errors)")
        let kept = try #require(String(bytes: folder.bytes(of: "results"), encoding: .utf8))
        #expect(kept.contains("house.jsonl: '2s  gate.jammed -> gate.failed"))
    }

    @Test("A reason beside the row waives a survivor; one beside a row whose edits are noticed is an error")
    func waivers() throws {
        let jammed = "on jammed -> failed { why = jammed }"
        let silent = "after 30s -> failed { why = silent }"
        let waived = Self.flow.changing(jammed, to: jammed + "  // survives row.value: one text for both")
            .changing(silent, to: silent + "  // survives row.value: one text for both")
        let clean = try folder(waived)
        let call = keyway("mutate", "Gate", "--only", "row.value", in: clean.path)
        #expect(call.code == .fine, "\(call.output)")
        #expect(call.lines.first == "Gate: 2 edits, 0 noticed, 0 survive, 2 waived")
        let idle = waived.changing("on opened -> asking", to: "on opened -> asking  // survives row.drop: why not")
        let folder = try folder(idle)
        let wrong = keyway("mutate", "Gate", "--only", "row.value", "--only", "row.drop", in: folder.path)
        #expect(wrong.code == .problem)
        #expect(
            wrong.lines.last == "\(path(in: folder)):24: 'survives row.drop' waives nothing: every such edit is noticed"
        )
    }

    @Test("A campaign goes on where it was stopped, and asks again where the flow is another")
    func resumed() throws {
        let folder = try folder()
        let file = folder.path(of: "results")
        let words = ["mutate", "Gate", "--only", "row.value", "--only", "row.attribute", "--resume", file]
        let first = keyway(words, in: folder.path)
        let kept = try #require(String(bytes: folder.bytes(of: "results"), encoding: .utf8))
        #expect(kept.split(separator: "\n").count == 5)
        // An edit whose result is in the file is not tried again: a result that was changed by hand counts as it is.
        try folder.write(kept.changing("\"survived\"", to: "\"equivalent\""), to: "results")
        let again = keyway(words, in: folder.path)
        #expect(again.lines.first == "Gate: 4 edits, 2 noticed, 0 survive")
        // A process that was killed while it wrote leaves a line without an end.
        try folder.write(String(kept.dropLast(20)), to: "results")
        #expect(keyway(words, in: folder.path).output == first.output)
        #expect(try String(bytes: folder.bytes(of: "results"), encoding: .utf8) == kept)
        try folder.write(Self.flow.changing("30s", to: "31s"), to: "Specs/Gate/Gate.flow")
        #expect(keyway(words, in: folder.path).lines.first == first.lines.first)
        #expect(try folder.bytes(of: "results").count(where: { $0 == 0x0A }) == 9)
    }

    @Test("A result of another build of the program does not count, and none is kept where the build is not known")
    func resumedByAnotherBuild() throws {
        let folder = try folder()
        let words = ["mutate", "Gate", "--only", "row.value", "--resume", folder.path(of: "results")]
        // The first line and one for each of two edits; a build that is not the one before asks anew.
        for (build, lines) in [("1", 3), ("1", 3), ("2", 5), ("1", 5)] {
            #expect(keyway(words, in: folder.path, build: build).errors == [])
            #expect(try folder.bytes(of: "results").count(where: { $0 == 0x0A }) == lines)
        }
        let unknown = keyway(words, in: folder.path, build: nil)
        #expect(unknown.code == .problem && unknown.output.isEmpty)
        let sentence = "the file of this program is not found, so results of another build cannot be told apart"
        #expect(unknown.errors == [sentence])
        #expect(ProgramBuild.mark != nil)
    }

    @Test("A result counts again only where the models in the folder and the named models are the same")
    func resumedBesideModels() throws {
        let folder = try folder()
        let words = ["mutate", "Gate", "--only", "row.value", "--resume", folder.path(of: "results")]
        let named = words + ["--against", "Lock@1.0"]
        // The first line and one for each of two edits; each call that asks anew appends two.
        for (call, lines) in [(words, 3), (words, 3), (named, 5), (named, 5), (words, 5)] {
            #expect(keyway(call, in: folder.path).errors == [])
            #expect(try folder.bytes(of: "results").count(where: { $0 == 0x0A }) == lines)
        }
        // `check` is given every version of the model, also one that the call does not name.
        let next = LockedDoor.model().changing("\"1.0\"", to: "\"1.1\"")
        try folder.write(next, to: "Specs/Gate/Models/SDK-1.1.provider")
        for lines in [7, 7] {
            #expect(keyway(named, in: folder.path).errors == [])
            #expect(try folder.bytes(of: "results").count(where: { $0 == 0x0A }) == lines)
        }
    }

    @Test(
        "A file that a process was killed in making, with less than its first line, is made whole",
        arguments: [0, 1, 20, 33])
    func begun(count: Int) throws {
        let folder = try folder()
        let header = "{\"keyway\": \"mutate\", \"format\": 2}\n"
        #expect(count < header.utf8.count)
        let file = try folder.write(String(header.prefix(count)), to: "results")
        let words = ["mutate", "Gate", "--only", "row.value", "--resume", file]
        let call = keyway(words, in: folder.path)
        #expect(call.errors == [])
        let kept = try #require(String(bytes: folder.bytes(of: "results"), encoding: .utf8))
        #expect(kept.hasPrefix(header) && kept.split(separator: "\n").count == 3)
        #expect(keyway(words, in: folder.path).output == call.output)
        #expect(try String(bytes: folder.bytes(of: "results"), encoding: .utf8) == kept)
    }

    @Test(
        "A file that is foreign or damaged is refused with a sentence",
        arguments: [
            ("{\"keyway\": \"mutate\", \"format\": 1}\n", ": this is no file of results of 'keyway mutate'"),
            ("{}\n", ": this is no file of results of 'keyway mutate'"),
            ("\n", ": this is no file of results of 'keyway mutate'"),
            (
                "{\"keyway\": \"mutate\", \"format\": 2}\n{\"subject\": \"x\"}\n",
                ":2: this is no result of 'keyway mutate': the file is damaged"
            ),
        ])
    func foreign(text: String, sentence: String) throws {
        let folder = try folder()
        let file = try folder.write(text, to: "results")
        let call = keyway("mutate", "Gate", "--resume", file, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.output.isEmpty)
        #expect(call.errors == [file + sentence])
        #expect(try folder.bytes(of: "results") == Array(text.utf8))
    }

    @Test(
        "Bad input is named: an unknown flow, one that check refuses, a transcript that does not fit or has no header")
    func badInput() throws {
        let folder = try folder(Self.flow.changing("reject other", to: ""))
        let unknown = keyway("mutate", "Gaet", in: folder.path)
        #expect(unknown.code == .problem)
        #expect(unknown.output.isEmpty)
        #expect(unknown.errors.first?.contains("flow 'Gaet' is not in") == true)
        let refused = keyway("mutate", "Gate", in: folder.path)
        #expect(refused.code == .problem)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.first?.contains("Gate.flow:") == true)
        #expect((1...3).contains(refused.errors.count))
        try folder.write(Self.flow, to: "Specs/Gate/Gate.flow")
        try folder.write(Self.story.changing("open", to: "opne"), to: "Specs/Gate/Transcripts/gate.jsonl")
        let unfit = keyway("mutate", "Gate", in: folder.path)
        #expect(unfit.code == .problem)
        #expect(unfit.errors.first?.contains("gate.jsonl:2: command 'opne' is not one of Gate's") == true)
        try folder.write(#"{"transcript": 1, "flow": "Gate""#, to: "Specs/Gate/Transcripts/cut.jsonl")
        let cut = keyway("mutate", "Gate", in: folder.path)
        #expect(cut.code == .problem)
        #expect(cut.errors.first?.contains("cut.jsonl:1: ") == true, "\(cut.errors)")
    }

    @Test(
        "Wrong usage is one sentence and exit 64",
        arguments: [
            ("mutate", "'keyway mutate' needs FLOW or --all; see 'keyway help mutate'"),
            ("mutate Gate --all", "'keyway mutate' takes FLOW or --all, not both; see 'keyway help mutate'"),
            (
                "mutate --all --against Lock",
                "--all takes every provider, so --against has no place; see 'keyway help mutate'"
            ),
            ("mutate Gate --limit 0", "--limit is a number from 1 to 1000000000; see 'keyway help mutate'"),
            (
                "mutate Gate --only row.dorp",
                "there is no operator 'row.dorp'; 'row.drop' is the nearest; see 'keyway help mutate'"
            ),
        ])
    func wrongUsage(call: String, sentence: String) throws {
        let folder = try folder()
        let captured = keyway(call.split(separator: " ").map(String.init), in: folder.path)
        #expect(captured.code == .usage)
        #expect(captured.output.isEmpty)
        #expect(captured.errors == [sentence])
    }
}
