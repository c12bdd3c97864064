import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import Testing

@testable import KeywayCommandLine

@Suite("keyway run")
struct RunTests {
    @Test("A run is told line by line, and its end is the expected one")
    func text() throws {
        let folder = try Door.folder()
        let call = Door.run(in: folder, "--seed", "7", "--reference", "case-12")
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        #expect(
            call.lines == [
                "Door version 1, run \(try seededRun(7)), reference case-12: A guest.",
                "   0          0s  began                                 street",
                "   1        0.5s  bell                    ignored       street",
                "   2          1s  unrecognised            unrecognised  street          (GONG)",
                "   3       2.25s  knock                   taken         asking          ask",
                "   4       2.45s  welcome                 taken         inside",
                "ended in inside, as expected",
                "log: \(folder.path(of: "log"))",
            ])
        #expect(!call.output.contains("Ada"), "an argument's value is not told")
    }

    @Test("--set chooses parameters, over what the transcript says, and is refused where the flow has no such value")
    func parameters() throws {
        let folder = try Door.folder()
        let flow = Door.flow.changing("command knock", to: "param patience: duration 1s...60s = 2s\ncommand knock")
        try folder.write(flow.changing("within 5m", to: "within patience"), to: "Specs/Door.flow")
        #expect(Door.run(in: folder).code == .problem, "after 2 s nobody is let in")
        let half = Door.run(in: folder, "--set", "patience=3.5")
        #expect(half.lines.contains { $0.hasSuffix("street          (patience = 3500ms)") })
        let chosen = Door.run(in: folder, "--set", "patience=3s")
        #expect(chosen.code == .fine)
        #expect(
            chosen.lines.contains(
                "   0          0s  began                                 street          (patience = 3s)"))
        let patient = Door.transcript.changing(
            #""flow": "Door", "#, to: #""flow": "Door", "parameters": {"patience": 7}, "#)
        try folder.write(patient, to: "guest.jsonl")
        #expect(Door.run(in: folder).code == .fine)
        #expect(Door.run(in: folder, "--set", "patience=1500ms").code == .problem)
        for (value, sentence) in [
            ("patience=61s", "--set: parameter 'patience' must be"),
            ("patience=+3", "--set: parameter 'patience' must be"),
            ("patience=-3s", "--set: parameter 'patience' must be"),
            ("patient=9s", "--set: parameter 'patient' is not one of Door's: patience"),
        ] {
            let call = Door.run(in: folder, "--set", value)
            #expect(call.code == .problem && call.errors.joined().contains(sentence), "\(call.errors)")
        }
        #expect(Door.run(in: folder, "--set", "patience").code == .usage)
    }

    private func seededRun(_ seed: UInt64) throws -> RunID {
        var identities = RunIdentities(seed: seed)
        return RunID.random(using: &identities)
    }

    @Test("As JSON a run is one object")
    func json() throws {
        let folder = try Door.folder()
        let call = Door.run(in: folder, "--format", "json", "--reference", "case-12")
        #expect(call.code == .fine)
        let run = try members(of: call.output)
        #expect(run["flow"] == .text("Door"))
        #expect(run["final"] == .text("inside"))
        #expect(run["state"] == .text("inside"))
        #expect(run["reference"] == .text("case-12"))
        #expect(run["log"] == .text(folder.path(of: "log")))
        #expect(run["asExpected"] == .bool(true))
        guard case .list(let timeline)? = run["timeline"], timeline.count == 4,
            case .object(let knock) = timeline[2]
        else {
            Issue.record("not the timeline: \(call.output)")
            return
        }
        #expect(knock["sequence"] == .integer(3))
        #expect(knock["at"] == .number(2.25))
        #expect(knock["event"] == .text("knock"))
        #expect(knock["disposition"] == .text("taken"))
        #expect(knock["state"] == .text("asking"))
        #expect(knock["effects"] == .list([.text("ask")]))
    }

    @Test("An expectation that does not hold is exit 1, and the run is in the log all the same")
    func unexpected() throws {
        let folder = try Door.folder()
        let text = Door.transcript.changing(#""final": "inside""#, to: #""not": "inside""#)
        try folder.write(text, to: "guest.jsonl")
        let call = Door.run(in: folder)
        #expect(call.code == .problem)
        #expect(call.lines.suffix(2).first == "ended in inside, but the transcript expects anything but inside")
        #expect(call.errors.count == 1)
        #expect(keyway("replay", folder.path(of: "log")).code == .fine)
    }

    @Test("What the run kept, ordered or came to otherwise than its transcript says is told with its line")
    func unmetDemands() throws {
        let folder = try Door.folder()
        let text = Door.transcript.changing(#""final": "inside""#, to: #""final": "inside", "without": ["ask"]"#)
        try folder.write(text, to: "guest.jsonl")
        let call = Door.run(in: folder)
        #expect(call.code == .problem)
        #expect(call.lines.suffix(2).first == "ended in inside, but not as the transcript expects")
        #expect(call.errors.count == 1)
        #expect(call.errors.first?.contains("guest.jsonl:1: expected no ask, but the run ordered ask") == true)
        #expect(Door.run(in: folder, "--format", "json").output.contains("\"unexpected\": [\""))
    }

    @Test("A run that does not end says where it is")
    func unended() throws {
        let folder = try Door.folder()
        try folder.write(#"{"transcript": 1, "flow": "Door"}"#, to: "guest.jsonl")
        let call = Door.run(in: folder)
        #expect(call.code == .fine)
        #expect(call.lines.contains("not ended: the run is in street"))
        #expect(try members(of: Door.run(in: folder, "--format", "json").output)["final"] == .null)
    }

    @Test("Runs are appended, each with an identity of its own; one that is there already is refused")
    func appended() throws {
        let folder = try Door.folder()
        for _ in 0..<3 { #expect(Door.run(in: folder).code == .fine) }
        #expect(Door.run(in: folder, "--seed", "1").code == .fine)
        let before = try folder.contents(of: "log")
        let again = Door.run(in: folder, "--seed", "1")
        #expect(again.code == .problem)
        #expect(again.output.isEmpty)
        #expect(again.errors.first?.hasSuffix("is in this log already") == true)
        #expect(try folder.contents(of: "log") == before)
        #expect(Set(try FileLog.Reader(folder.path(of: "log")).runs).count == 4)
    }

    @Test(
        "A transcript with wrong lines writes nothing, neither a new log nor in an old one",
        arguments: [
            (#"{"at": 1, "command": "knok"}"#, "command 'knok' is not one of Door's: knock, leave"),
            (#"{"at": 1, "command": "knock"}"#, "command 'knock' needs its argument 'guest'"),
            (
                #"{"at": 1, "command": "knock", "with": {"guest": 5}}"#,
                "argument 'guest' of command 'knock' must be a text of length 1 to 8"
            ),
            ("nonsense", "not JSON from column 1 on"),
        ])
    func wrongLines(line: String, sentence: String) throws {
        let folder = try Door.folder()
        let path = try folder.write(Door.header + "\n" + line, to: "wrong.jsonl")
        let call = Door.run(in: folder, transcript: "wrong.jsonl")
        #expect(call.code == .problem)
        #expect(call.output.isEmpty)
        #expect(call.errors == ["\(path):2: \(sentence)"])
        #expect(!folder.exists("log"))
        #expect(Door.run(in: folder).code == .fine)
        let before = try folder.contents(of: "log")
        #expect(Door.run(in: folder, transcript: "wrong.jsonl").code == .problem)
        #expect(try folder.contents(of: "log") == before)
    }

    @Test("Many wrong lines are three lines, the last of which counts the rest")
    func manyWrongLines() throws {
        let folder = try Door.folder()
        let lines = (0..<40).map { #"{"at": \#($0), "command": "x"}"# }
        try folder.write(([Door.header] + lines).joined(separator: "\n"), to: "wrong.jsonl")
        let call = Door.run(in: folder, transcript: "wrong.jsonl")
        #expect(call.errors.count == 3)
        #expect(call.errors.last == "and 38 more")
    }

    @Test("A missing transcript, a folder in its place, an unknown flow, a broken one: one sentence each")
    func missing() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        let missing = folder.path(of: "nothing.jsonl")
        #expect(Door.run(in: folder, transcript: "nothing.jsonl").errors == ["\(missing): there is no such file"])
        let specs = folder.path(of: "Specs")
        #expect(Door.run(in: folder, transcript: "Specs").errors == ["\(specs): this is a folder, not a transcript"])
        let transcript = folder.path(of: "guest.jsonl")
        #expect(
            keyway("run", "door", "--transcript", transcript, "--log", log, "--specs", specs).errors == [
                "flow 'door' is not in \(specs), which has: Door"
            ])
        let absent = keyway("run", "Door", "--transcript", transcript, "--log", log, "--specs", missing)
        #expect(absent.errors == ["\(missing): there is no such folder"])
        let broken = try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Broken.flow")
        let refused = keyway("run", broken, "--transcript", transcript, "--log", log)
        #expect(refused.code == .problem)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.allSatisfy { $0.hasPrefix("\(broken):") })
        #expect((1...3).contains(refused.errors.count))
        #expect(!folder.exists("log"))
    }

    @Test("A flow is named by its path, by its name, or by its name in the log")
    func lookups() throws {
        let folder = try Door.folder()
        let (log, transcript) = (folder.path(of: "log"), folder.path(of: "guest.jsonl"))
        let flow = folder.path(of: "Specs/Door.flow")
        #expect(keyway("run", flow, "--transcript", transcript, "--log", log).code == .fine)
        let elsewhere = try TemporaryFolder()
        let inLog = keyway("run", "Door", "--transcript", transcript, "--log", log, in: elsewhere.path)
        #expect(inLog.code == .fine)
        let other = keyway("run", "Gate", "--transcript", transcript, "--log", log, in: elsewhere.path)
        #expect(other.code == .problem)
    }

    @Test("Two files that declare one flow are both named")
    func declaredTwice() throws {
        let folder = try Door.folder()
        try folder.write(Door.flow, to: "Specs/Other.flow")
        let specs = folder.path(of: "Specs")
        let transcript = folder.path(of: "guest.jsonl")
        let call = keyway(
            "run", "Door", "--transcript", transcript, "--log", folder.path(of: "log"), "--specs", specs)
        #expect(call.errors == ["flow 'Door' is declared twice: in \(specs)/Door.flow and in \(specs)/Other.flow"])
    }

    @Test("A log that somebody writes to, and a folder that is none, are refused in one sentence")
    func refusedLogs() throws {
        let folder = try Door.folder()
        let log = try FileLog(folder.path(of: "log"))
        let locked = Door.run(in: folder)
        #expect(locked.code == .problem)
        #expect(locked.output.isEmpty)
        #expect(locked.errors.count == 1)
        #expect(locked.errors.first?.contains("somebody has this log open for writing") == true)
        try log.closeAndWait()
        #expect(Door.run(in: folder).code == .fine)

        let transcript = folder.path(of: "guest.jsonl")
        let foreign = keyway(
            "run", "Door", "--transcript", transcript, "--log", folder.path(of: "Specs"), in: folder.path)
        #expect(foreign.code == .problem)
        #expect(foreign.errors.first?.contains("this is no log") == true)
        let file = keyway("run", "Door", "--transcript", transcript, "--log", transcript, in: folder.path)
        #expect(file.code == .problem)
        #expect(file.errors.first?.contains("this is no folder") == true)
    }

    @Test("More than 64 events that change nothing are counted, in the text only")
    func counted() throws {
        let folder = try Door.folder()
        let bells = (1...70).map { #"{"at": \#($0), "callback": {"kind": "BELL"}}"# }
        let rest = [#"{"at": 71, "command": "leave"}"#, #"{"at": 72, "command": "leave"}"#]
        let header = #"{"transcript": 1, "flow": "Door"}"#
        try folder.write(([header] + bells + rest).joined(separator: "\n"), to: "bells.jsonl")
        let call = Door.run(in: folder, transcript: "bells.jsonl")
        #expect(call.lines.count { $0.hasSuffix("(counted)") } == 6)
        #expect(call.lines.count { $0.hasSuffix("(not recorded: the run has ended)") } == 1)
        let replayed = keyway("replay", folder.path(of: "log"))
        #expect(replayed.code == .fine)
        let kept = call.lines.filter { !$0.hasSuffix(")") && $0.contains("s  ") }
        #expect(replayed.lines.dropFirst().dropLast() == kept[...])
    }
}
