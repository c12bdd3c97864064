import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("Questions to a log", .longComputation)
struct LogQuestionTests {
    /// A folder whose log has two runs of the door: in the first the guest is let in, in the second refused.
    private func folder() throws -> TemporaryFolder {
        let folder = try Door.folder()
        Door.run(in: folder, "--seed", "1", "--reference", "case 17").expectFine()
        let refused = Door.transcript.changing(#"["welcome"]"#, to: #"["refused"]"#).changing(
            #""final": "inside""#, to: #""final": "outside""#)
        try folder.write(refused, to: "refused.jsonl")
        Door.run(in: folder, transcript: "refused.jsonl", "--seed", "2").expectFine()
        return folder
    }

    @Test("runs lists each run with its end, and the filters leave those out that do not fit")
    func runs() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let all = keyway("runs", log)
        all.expectFine()
        #expect(all.lines.count == 4 && all.lines.last == "2 runs")
        #expect(all.lines[1].contains("inside") && all.lines[1].hasSuffix("case 17"))
        #expect(keyway("runs", log, "--outcome", "outside").lines.last == "1 run")
        #expect(keyway("runs", log, "--reference", "case 17").lines.last == "1 run")
        // A name that no flow of the log has is a mistake of the caller, and not a filter that leaves no runs.
        let known = [("--flow", "Dor", "Door"), ("--outcome", "insid", "inside"), ("--state", "askin", "asking")]
        for (option, wrong, right) in known {
            let call = keyway("runs", log, option, wrong)
            #expect(call.code == .problem && call.output.isEmpty)
            #expect(call.errors.first?.contains("'\(wrong)'") == true && call.errors.first?.contains(right) == true)
        }
        #expect(keyway("runs", log, "--outcome", "outside", "--state", "inside").lines.last == "0 runs")
        #expect(keyway("runs", log, "--outcome", "open").lines.last == "0 runs")
        #expect(keyway("runs", log, "--skip", "1", "--limit", "5").lines.last == "1 of 2 runs")
        // A run of a transcript has no date, because its clock begins at 0.
        #expect(keyway("runs", log, "--since", "1970-01-01").lines.last == "0 runs")
        #expect(keyway("runs", log, "--since", "yesterday").code == .usage)
    }

    @Test("The filters of runs know the states of each build of a flow, also where builds have one version number")
    func statesOfBuilds() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        try folder.write(Door.flow.changing("asking", to: "waiting"), to: "Specs/Door.flow")
        Door.run(in: folder, "--seed", "3").expectFine()
        for state in ["asking", "waiting"] {
            let call = keyway("runs", log, "--state", state)
            call.expectFine()
            #expect(call.lines.last == "0 runs")
        }
    }

    /// A folder with a log `altered` of one run of the door, in which the event of the second record or the time of the first is changed.
    ///
    /// - Parameters:
    ///   - began: the time of the first record, in milliseconds.
    ///   - alter: changes the event of the second record.
    private func altered(
        began: Int64 = 0, _ alter: (inout EventRecord) -> Void = { _ in }
    ) throws -> TemporaryFolder {
        let folder = try Door.folder()
        Door.run(in: folder).expectFine()
        let reader = try FileLog.Reader(folder.path(of: "log"))
        let run = try #require(reader.runs.first)
        var records = try reader.records(of: run)
        guard case .event(var told) = records[1].content else {
            Issue.record("\(records[1])")
            return folder
        }
        alter(&told)
        records[0].time = Instant(milliseconds: began)
        records[1].content = .event(told)
        let other = try FileLog(folder.path(of: "altered"))
        try other.appendAndWait(Append(run: run, records: records, standing: .over))
        try other.closeAndWait()
        return folder
    }

    @Test("Where no run can be told, compare says so of each, and not only that the flow has none")
    func nothingToCompare() throws {
        let folder = try altered { $0.event = 99 }
        let call = keyway("compare", folder.path(of: "altered"), "--with", folder.path(of: "Specs/Door.flow"))
        #expect(call.code == .problem)
        #expect(call.errors.first?.contains("record 1 does not fit the run") == true && call.errors.count == 2)
    }

    @Test("A run of the other log that cannot be told is named with that log")
    func comparedWithAnother() throws {
        let folder = try altered { $0.event = 99 }
        let (log, altered) = (folder.path(of: "log"), folder.path(of: "altered"))
        let run = try #require(FileLog.Reader(log).runs.first)
        for (left, right) in [(altered, log), (log, altered)] {
            let call = keyway("compare", left, right)
            #expect(call.code == .problem)
            let sentence = "\(altered): run \(run): record 1 does not fit the run"
            #expect(call.errors.count == 1 && call.errors[0].hasPrefix(sentence), "\(call.errors)")
        }
    }

    @Test("why says that the records of the run and its flow disagree, whether or not it finds a change")
    func whyOfADisagreement() throws {
        let folder = try altered { $0.disposition = .late }
        for options in [[], ["--steps", "1"]] {
            let call = keyway(["why", folder.path(of: "altered")] + options)
            #expect(call.code == .problem)
            #expect(call.errors.contains { $0.contains("disposition was recorded as late") }, "\(call.errors)")
        }
    }

    @Test("runs counts attempts where it is asked to, and chooses by them")
    func attempts() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let counted = keyway("runs", log, "--attempts", "0")
        counted.expectFine()
        #expect(counted.lines[0].contains("attempts") && counted.lines.last == "2 runs")
        #expect(!keyway("runs", log).lines[0].contains("attempts"))
        #expect(keyway("runs", log, "--attempts", "99").lines.last == "0 runs")
        #expect(keyway("runs", log, "--attempts", "some").code == .usage)
    }

    @Test("As JSON a run has its flow, version, reference, events, final and duration")
    func json() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let found = try members(of: keyway("runs", log, "--format", "json").output)
        guard case .list(let runs)? = found["runs"], case .object(let first)? = runs.first else {
            Issue.record("\(found)")
            return
        }
        #expect(runs.count == 2)
        #expect(first["flow"] == .text("Door") && first["version"] == .integer(1))
        #expect(first["reference"] == .text("case 17") && first["final"] == .text("inside"))
        #expect(first["events"] == .integer(4) && first["duration"] == .number(2.45))
    }

    @Test("A run is found by its first eight digits, and by the app's name for it")
    func choice() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let first = try #require(FileLog.Reader(log).runs.first)
        for choice in [["--run", String("\(first)".prefix(8))], ["--reference", "case 17"]] {
            let replay = keyway(["replay", log] + choice)
            replay.expectFine()
            #expect(replay.lines[0].contains("\(first)"))
        }
        #expect(keyway("replay", log, "--run", "ffffffff").errors == ["\(log): run ffffffff is not in this log"])
        #expect(keyway("replay", log, "--run", "abc").code == .usage)
        #expect(keyway("replay", log, "--reference", "case 18").code == .problem)
    }

    @Test("explain names what ended the run, with the line of the spec, and what was dropped and why")
    func explain() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let second = try #require(FileLog.Reader(log).runs.last)
        let explained = keyway("explain", log, "--run", "\(second)")
        explained.expectFine()
        let line = try #require(
            Door.flow.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
                $0.contains("on refused ->")
            })
        #expect(
            explained.lines.dropFirst() == [
                "It ended in outside at 2.45 s, record 4: why = refused.",
                "What ended it was the answer refused to ask in asking (Door.flow:\(line + 1)).",
                "bell was ignored at 0.5 s, record 1: the flow says so for street (Door.flow:\(line - 4)).",
                "unrecognised was unrecognised at 1 s, record 2: no row of a source reads GONG.",
            ])
        let told = try members(of: keyway("explain", log, "--run", "\(second)", "--format", "json").output)
        guard case .object(let cause)? = told["cause"] else {
            Issue.record("\(told)")
            return
        }
        #expect(cause["event"] == .text("refused") && cause["line"] == .text("Door.flow:\(line + 1)"))
        // The log has two runs, and the call names none.
        #expect(keyway("explain", log).code == .problem)
    }

    @Test("runs takes a flow by its name or by the path to its file")
    func runsOfFlow() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let named = keyway("runs", log, "--flow", "Door")
        named.expectFine()
        #expect(named.lines.last == "2 runs")
        #expect(keyway("runs", log, "--flow", folder.path(of: "Specs/Door.flow")).lines == named.lines)
        let empty = try folder.write("// nothing\n", to: "empty.flow")
        let refused = keyway("runs", log, "--flow", empty)
        #expect(refused.code == .problem && refused.errors == ["\(empty): this declares no flow"])
    }

    @Test("A list and a page that are stopped say so, and not that nothing is there")
    func stoppedQuestions() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        // The only run of the other flow stands behind the run after which the loop first asks whether to stop.
        try folder.write(Door.flow.changing("flow Door", to: "flow Gate"), to: "Specs/Gate.flow")
        try folder.write(Door.transcript.changing(#""Door""#, to: #""Gate""#), to: "gate.jsonl")
        let words = ["run", "Gate", "--transcript", folder.path(of: "gate.jsonl"), "--log", log]
        keyway(words, in: folder.path).expectFine()
        let stopped = "\(log): stopped after 1 of 3 runs"
        let listed = keyway(["runs", log, "--flow", "Gate"], isInterrupted: true)
        #expect(listed.code == .problem && listed.errors == [stopped])
        #expect(listed.lines.last == "0 runs")
        #expect(keyway("runs", log, "--flow", "Gate").lines.last == "1 run")
        let page = folder.path(of: "page.html")
        let reported = keyway(["report", log, "--out", page], isInterrupted: true)
        #expect(reported.code == .problem && reported.errors == [stopped])
        #expect(
            try String(contentsOfFile: page, encoding: .utf8).contains(
                "The command was stopped: these are the newest 1 of 3 runs."))
        // A page that was there is not replaced by one that lacks runs.
        try folder.write("an older page", to: "page.html")
        let kept = keyway(["report", log, "--out", page, "--force"], isInterrupted: true)
        #expect(kept.code == .problem && kept.output.isEmpty)
        #expect(kept.errors == [stopped, "\(page): this is left as it was, for the report was stopped"])
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "an older page")
    }

    @Test("stats counts ends, states, deadlines and what was dropped, as text, JSON and CSV")
    func stats() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let text = keyway("stats", log)
        text.expectFine()
        #expect(text.lines.first == "Door version 1: 2 runs")
        let told = try members(of: keyway("stats", log, "--format", "json").output)
        #expect(told["runs"] == .integer(2))
        #expect(told["outcomes"] == .object(["inside": .integer(1), "outside": .integer(1)]))
        let csv = keyway("stats", log, "--format", "csv").lines
        #expect(csv.first == "flow,version,table,word,value")
        #expect(csv.contains("Door,1,reached,street,2") && csv.contains("Door,1,dropped,ignored bell,2"))
        #expect(csv.contains("Door,1,unread,GONG,2") && csv.contains("Door,1,results,outside: why = refused,1"))
        #expect(csv.contains("Door,1,stays,street,2") && csv.contains("Door,1,leftOut,,0"))
        #expect(csv.last == ",,shadows,,0")
        #expect(csv.contains("Door,1,endings,outside: why = refused,1") && csv.contains("Door,1,endings,inside,1"))
        let place = try #require(text.lines.firstIndex(of: "  ended with"))
        #expect(
            text.lines[(place + 1)...].prefix(2) == [
                "         1   50%  inside", "         1   50%  outside: why = refused",
            ])
    }

    @Test("compare says where two runs of a log part, and finds nothing between a run and itself")
    func comparedRuns() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let runs = try FileLog.Reader(log).runs.map { String($0.description.prefix(12)) }
        let parted = keyway("compare", log, "--run", runs[0], "--and", runs[1])
        #expect(parted.code == .problem)
        #expect(parted.output.contains("inside -> outside: 1 run; the first differs from record"))
        #expect(parted.lines.last == "1 of 1 run goes another way than \(runs[1]): 1 ends otherwise, 0 end as before")
        #expect(parted.errors == ["\(log): 1 run goes another way than \(runs[1])"])
        let same = keyway("compare", log, "--run", runs[1], "--and", runs[1])
        #expect(same.code == .fine && same.lines == ["0 of 1 run go another way than \(runs[1])"])
        // The second run is of the other log where one is named.
        #expect(keyway("compare", log, log, "--run", runs[0], "--and", runs[1]).output == parted.output)
        #expect(keyway("compare", log, "--run", runs[0], "--and", "00000000").code == .problem)
        for wrong in [
            ["--run", runs[0]], ["--and", runs[0]], ["--run", runs[0], "--and", runs[1], "--with", "Door"],
        ] {
            let call = keyway(["compare", log] + wrong)
            #expect(call.code == .usage && call.errors.first?.contains("--run and --and") == true)
        }
    }

    @Test("compare finds nothing by the same flow, and each run by a flow that ends otherwise")
    func compare() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let same = keyway("compare", log, "--with", folder.path(of: "Specs/Door.flow"))
        same.expectFine()
        #expect(same.lines[0] == "0 of 2 runs go another way by Door; 0 have events that it does not know")
        #expect(same.lines[1].hasPrefix("Tables are judged, not decoders") && same.lines.count == 2)
        #expect(keyway("help", "compare").output.contains("it judges tables, not decoders"))
        try folder.write(
            Door.flow.changing("on welcome -> inside", to: "on welcome -> outside").changing(
                "on leave -> outside", to: "on leave -> inside"), to: "Other.flow")
        let other = keyway("compare", log, "--with", folder.path(of: "Other.flow"), "--format", "json")
        #expect(other.code == .problem)
        let told = try members(of: other.output)
        #expect(told["runs"] == .integer(2) && told["different"] == .integer(1) && told["unknown"] == .integer(0))
        guard case .list(let changes)? = told["changes"], case .object(let change)? = changes.first else {
            Issue.record("\(told)")
            return
        }
        #expect(change["from"] == .text("inside") && change["to"] == .text("outside"))
        #expect(told["otherEnd"] == .integer(1) && told["tooLong"] == .integer(0))
        let lines = keyway("compare", log, "--with", folder.path(of: "Other.flow")).lines
        #expect(lines[0].hasPrefix("inside -> outside: 1 run; the first differs from record 4, welcome, of run "))
        #expect(
            lines[1]
                == "1 of 2 runs goes another way by Door: 1 ends otherwise, 0 end as before; 0 have events that it does not know"
        )
        #expect(keyway("compare", log, log).code == .fine)
        #expect(keyway("compare", log).code == .usage)
        // A flow without the command `knock`, which both runs were given.
        try folder.write(
            Door.flow.changing("command knock(guest: Guest)", to: "command ring(guest: Guest)").changing(
                "on knock", to: "on ring"), to: "Ring.flow")
        let unknown = try members(
            of: keyway("compare", log, "--with", folder.path(of: "Ring.flow"), "--format", "json").output)
        #expect(unknown["unknown"] == .integer(2))
    }

    @Test("why says which word had to come when for another end, or that none would have helped")
    func why() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        #expect(keyway("why", log).code == .problem)
        // The change is a later knock: the flow ends after five minutes, so a guest who knocks then is not let in.
        #expect(
            keyway("why", log, "--reference", "case 17").lines.first?.contains("if only knock, record 3, had come")
                == true)
        try folder.write(
            Door.flow.changing(
                "{ why = refused }\n  on leave -> outside\n  ignore bell, unrecognised",
                to: "{ why = refused }\n  on leave -> outside\n  on bell -> inside\n  ignore unrecognised"),
            to: "Bell.flow")
        try folder.write(Self.refusedBeforeTheBell, to: "late.jsonl")
        let words = ["run", folder.path(of: "Bell.flow"), "--transcript", folder.path(of: "late.jsonl"), "--log", log]
        keyway(words + ["--reference", "late"]).expectFine()
        let why = keyway("why", log, "--reference", "late", "--format", "json")
        why.expectFine()
        let told = try members(of: why.output)
        #expect(told["from"] == .text("outside") && told["to"] == .text("inside") && told["complete"] == .bool(true))
        #expect(
            keyway("why", log, "--reference", "late").lines.first
                == "It would have ended in inside instead of outside, if only bell, record 3, had come 0.801s earlier,"
                + " at 2.449s instead of 3.25s.")
        // `keyway run` on the edited transcript ends where `why` says.
        let file = folder.path(of: "edited.jsonl")
        let specs = ["--specs", folder.path(of: "Specs")]
        let edited = keyway(["why", log, "--reference", "case 17", "--transcript", file] + specs)
        edited.expectFine()
        keyway(["run", "Door", "--transcript", file, "--log", folder.path(of: "other")] + specs).expectFine()
        #expect(keyway("runs", folder.path(of: "other"), "--outcome", "outside").lines.last == "1 run")
        #expect(keyway(["why", log, "--reference", "case 17", "--transcript", file] + specs).code == .problem)
    }

    /// The host refuses a fifth of a second after the knock, and the bell rings later.
    private static let refusedBeforeTheBell = """
        {"transcript": 1, "flow": "Door", "about": "A bell that comes late.", "replies": {"ask": ["refused"]}}
        {"at": 2.25, "command": "knock", "with": {"guest": "Ada"}}
        {"at": 3.25, "callback": {"kind": "BELL"}}

        """

    @Test("export writes each run once, as lines and as spans, and replaces nothing unasked")
    func export() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let (lines, spans) = (folder.path(of: "runs.jsonl"), folder.path(of: "spans.json"))
        keyway("export", log, "--jsonl", lines).expectFine()
        keyway("export", log, "--otlp", spans).expectFine()
        let text = try String(contentsOfFile: lines, encoding: .utf8)
        let runs = text.split(separator: "\n")
        #expect(runs.count == 2)
        #expect(try members(of: String(runs[0]))["final"] == .text("inside"))
        let request = try String(contentsOfFile: spans, encoding: .utf8)
        #expect(request.matches(of: /"traceId"/).count == 2)
        #expect(request.matches(of: /"timeUnixNano"/).count == 10)
        // The guest's name is personal.
        #expect(!text.contains("Ada") && !request.contains("Ada"))
        #expect(keyway("export", log, "--jsonl", lines).code == .problem)
        keyway("export", log, "--jsonl", lines, "--force").expectFine()
        #expect(keyway("export", log).code == .usage)
    }

    @Test("A span ends where its run ended, and its events say which word no row read and what was ordered")
    func spans() throws {
        let folder = try Door.folder()
        let gong = #"{"at": 1, "callback": {"kind": "GONG"}}"#
        let late = Self.refusedBeforeTheBell.changing(#"{"at": 2.25,"#, to: gong + "\n" + #"{"at": 2.25,"#)
        try folder.write(late, to: "late.jsonl")
        Door.run(in: folder, transcript: "late.jsonl").expectFine()
        let spans = keyway("export", folder.path(of: "log"), "--otlp", "-").output
        #expect(spans.contains(#""endTimeUnixNano": "2450000000""#), "\(spans)")
        #expect(spans.contains(#""timeUnixNano": "3250000000", "name": "bell""#), "the late callback is told")
        for (name, value) in [
            ("unread.name", #""stringValue": "GONG""#),
            ("effects", #""arrayValue": {"values": [{"stringValue": "ask"}]}"#),
        ] {
            #expect(spans.contains(#"{"key": "keyway.\#(name)", "value": {\#(value)}}"#), "\(name)")
        }
    }

    @Test("An export that is stopped leaves an older file as it was, and nothing beside it")
    func stoppedExport() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        for kind in ["--jsonl", "--otlp"] {
            let file = try folder.write("an older export", to: "old")
            let errors = Lock<[String]>([])
            let console = Console(write: { _ in }, remark: { line in errors.withLock { $0.append(line) } })
            var surroundings = Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/")
            surroundings.isInterrupted = { true }
            #expect(EntryPoint.call(["export", log, kind, file, "--force"], in: surroundings) == .problem)
            #expect(errors.withLock { $0 }.last?.contains("left as it was") == true)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "an older export")
            keyway("export", log, kind, file, "--force").expectFine()
            #expect(try String(contentsOfFile: file, encoding: .utf8) != "an older export")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("old") } == ["old"])
    }

    @Test("An export asks whether to stop before its file begins, since Ctrl-C would end the process until then")
    func exportThatListens() throws {
        let folder = try folder()
        let names = Lock<[[String]]>([])
        var surroundings = Surroundings(
            console: Console(write: { _ in }, remark: { _ in }), workingDirectory: "/", temporaryFolder: "/")
        surroundings.isInterrupted = {
            let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            names.withLock { $0.append(found.filter { $0.hasPrefix("new") }) }
            return false
        }
        let words = ["export", folder.path(of: "log"), "--jsonl", folder.path(of: "new")]
        #expect(EntryPoint.call(words, in: surroundings) == .fine)
        let seen = names.withLock { $0 }
        #expect(seen.first == [] && seen.last?.count == 1, "\(seen)")
    }

    @Test("An export to standard output is what a file gets")
    func exportToOutput() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        for kind in ["--jsonl", "--otlp"] {
            let file = folder.path(of: "file\(kind)")
            keyway("export", log, kind, file).expectFine()
            let shown = keyway("export", log, kind, "-")
            shown.expectFine()
            #expect(try shown.output == String(contentsOfFile: file, encoding: .utf8))
            if kind == "--otlp" { #expect(try members(of: shown.output)["resourceSpans"] != nil) }
        }
    }

    @Test("Questions are answered beside a writer that is still appending, by what is in the log so far")
    func besideWriter() throws {
        let folder = try folder()
        let records = try FileLog.Reader(folder.path(of: "log")).records(
            of: #require(FileLog.Reader(folder.path(of: "log")).runs.first))
        let path = folder.path(of: "growing")
        let writer = try FileLog(path)
        let isOver = Lock(false)
        let written = Lock(0)
        @Sendable func append(_ number: Int) throws {
            let run = RunID(high: 5, low: UInt64(number))
            try writer.appendAndWait(Append(run: run, records: records.copied(to: run), standing: .over))
            written.withLock { $0 += 1 }
        }
        try append(1)
        let failure = Lock<String?>(nil)
        let thread = Thread {
            var number = 1
            while !isOver.withLock({ $0 }), number < 20_000 {
                number += 1
                do { try append(number) } catch { failure.withLock { $0 = "\(error)" } }
            }
        }
        thread.start()
        for question in ["runs", "stats", "replay", "explain", "compare"] {
            for _ in 1...3 {
                let before = written.withLock { $0 }
                let more: [String] =
                    switch question {
                    case "explain": ["--run", "\(RunID(high: 5, low: 1))"]
                    case "compare": ["--with", folder.path(of: "Specs/Door.flow")]
                    default: []
                    }
                let call = keyway([question, path] + more + ["--format", "json"])
                let after = written.withLock { $0 }
                #expect(call.code == .fine, "\(question): \(call.errors)")
                let told = try members(of: call.output)
                let count: Int? =
                    switch told["runs"] {
                    case .integer(let number): Int(number)
                    case .list(let runs): runs.count
                    default: nil
                    }
                if let count { #expect(before <= count && count <= after + 1, "\(question): \(count)") }
            }
        }
        isOver.withLock { $0 = true }
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        try writer.closeAndWait()
        #expect(failure.withLock { $0 } == nil)
        #expect(try FileLog.Reader(path).runs.count == written.withLock { $0 })
    }

    @Test("A place in a run is told with state, values, timers and open effects")
    func snapshot() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let lines = keyway("replay", log, "--reference", "case 17", "--until", "3").lines
        #expect(
            lines.suffix(5) == [
                "at 2.25s:", "  in asking", "    values   guest present", "    timer    within 5m, due at 300s",
                "    open     ask, until 12.25s",
            ])
    }

    @Test("A run is forked at a record, and goes on as another transcript says")
    func fork() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let new = folder.path(of: "new")
        let specs = ["--specs", folder.path(of: "Specs")]
        let then =
            #"{"transcript": 1, "flow": "Door", "replies": {"ask": ["refused"]}, "#
            + #""expect": {"final": "outside"}}"#
        let file = try folder.write(then + "\n" + #"{"at": 3}"# + "\n", to: "then.jsonl")
        let words = ["replay", log, "--reference", "case 17", "--until", "3", "--then", file, "--log", new] + specs
        let forked = keyway(words + ["--format", "json"])
        forked.expectFine()
        let told = try members(of: forked.output)
        // The guest was asked about at 2.25 s, and let in at 2.45 s.
        #expect(told["final"] == .text("outside") && told["reference"] == .text("case 17"))
        let records = try FileLog.Reader(new).records(of: #require(FileLog.Reader(new).runs.first))
        #expect(records.count == 5 && records[4].time == Instant(milliseconds: 2450))
        #expect(keyway("runs", log, "--outcome", "inside").lines.last == "1 run")
        // A transcript that says no reply to `ask` lets the limit of that effect pass.
        let silent = try folder.write(
            #"{"transcript": 1, "flow": "Door", "expect": {"final": "outside"}}"# + "\n" + #"{"at": 13}"# + "\n",
            to: "silent.jsonl")
        keyway(words.map { $0 == file ? silent : $0 == new ? folder.path(of: "other") : $0 }).expectFine()
        // What ends otherwise than the transcript expects is a problem, as it is for 'keyway run'.
        let wrong = try folder.write(
            then.changing(#""final": "outside""#, to: #""final": "inside""#) + "\n" + #"{"at": 3}"# + "\n",
            to: "wrong.jsonl")
        let unexpected = keyway(words.map { $0 == file ? wrong : $0 == new ? folder.path(of: "third") : $0 })
        #expect(unexpected.code == .problem && unexpected.errors.count == 1)
        let value = keyway(
            words.map { $0 == file ? wrong : $0 == new ? folder.path(of: "fourth") : $0 } + ["--format", "json"])
        #expect(value.code == .problem)
        #expect(try members(of: value.output)["asExpected"] == .bool(false))
        #expect(told["asExpected"] == .bool(true) && told["unexpected"] == .list([]))
        // Refused are a time before the fork, a transcript of another flow, and options without those that they need.
        let early = try folder.write(then + "\n" + #"{"at": 1, "command": "leave"}"# + "\n", to: "early.jsonl")
        let refused = keyway(words.map { $0 == file ? early : $0 })
        #expect(refused.code == .problem)
        #expect(refused.errors.first?.hasPrefix("\(early):2: its time 1s is before the last record") == true)
        let unknown = try folder.write(then + "\n" + #"{"at": 3, "command": "ring"}"# + "\n", to: "unknown.jsonl")
        #expect(
            keyway(words.map { $0 == file ? unknown : $0 }).errors.first?.hasPrefix("\(unknown):2: command 'ring'")
                == true)
        let other = then.changing("Door", to: "Window")
        let foreign = try folder.write(other + "\n" + #"{"at": 3}"# + "\n", to: "window.jsonl")
        #expect(keyway(words.map { $0 == file ? foreign : $0 }).code == .problem)
        #expect(keyway("replay", log, "--then", file, "--log", new).code == .usage)
        #expect(keyway("replay", log, "--log", new).code == .usage)
        #expect(try FileLog.Reader(new).runs.count == 1)
    }

    /// A flow whose sub-flow alone has the effect `ask`.
    private static let hut = """
        flow Hut version 1
        command leave
        final inside
        final outside
        within 20m -> outside
        reject other
        state here waits for user {
          child porter = Porter
          enter { run porter.knock }
          on porter.welcomed -> inside
          on porter.refused -> outside
          on leave -> outside
        }

        """

    private static let porter = """
        flow Porter version 1
        command knock, cancel
        effect ask replies yes, no otherwise no within 10s
        final welcomed
        final refused
        within 5m -> refused
        reject other
        late other
        state idle waits for user { on knock -> asking on cancel -> refused }
        state asking { enter { do ask } on yes -> welcomed on no, cancel -> refused }

        """

    @Test("The replies behind a fork name the effect of a sub-flow with its leg or without")
    func forkOfASubFlow() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.hut, to: "Specs/Hut.flow")
        try folder.write(Self.porter, to: "Specs/Porter.flow")
        let (log, specs) = (folder.path(of: "log"), ["--specs", folder.path(of: "Specs")])
        func transcript(_ replies: String, _ name: String) throws -> String {
            try folder.write(
                #"{"transcript": 1, "flow": "Hut", "replies": {\#(replies)}}"# + "\n" + #"{"at": 9}"# + "\n", to: name)
        }
        let file = try transcript(#""ask": ["yes"]"#, "hut.jsonl")
        keyway(["run", "Hut", "--transcript", file, "--log", log] + specs).expectFine()
        #expect(keyway("runs", log, "--outcome", "inside").lines.last == "1 run")
        let records = try FileLog.Reader(log).records(of: #require(FileLog.Reader(log).runs.first))
        // Behind the command `knock` of the sub-flow its effect is open.
        let words = ["replay", log, "--until", "\(records.count - 3)"] + specs
        for (number, name) in ["ask", "porter.ask"].enumerated() {
            let then = try transcript("\"\(name)\": [\"no\"]", "then.jsonl")
            let new = folder.path(of: "new\(number)")
            keyway(words + ["--then", then, "--log", new]).expectFine()
            let forked = try FileLog.Reader(new).records(of: #require(FileLog.Reader(new).runs.first))
            #expect(keyway("runs", new, "--outcome", "outside").lines.last == "1 run")
            #expect(forked.last?.time == Instant(milliseconds: 200), "the answer came, and not the end of its time")
        }
        let twice = try transcript(#""ask": ["no"], "porter.ask": ["no"]"#, "twice.jsonl")
        let refused = keyway(words + ["--then", twice, "--log", folder.path(of: "third")])
        #expect(refused.code == .problem)
        #expect(
            refused.errors == ["\(twice):1: the effect that 'ask' names is named again, as 'porter.ask'"])
    }

    /// A flow that somebody leaves, or that ends by itself after the time that is chosen.
    private static let hall = """
        flow Hall version 1
        param patience: duration 1s...5m = 2m
        command leave
        callback bell
        source porter = "Porter" by kind singleton { retained BELL => bell }
        final gone
        within 20m -> gone
        ignore bell, unrecognised
        state here waits for user {
          on leave -> gone
          after patience -> gone
        }

        """

    @Test("A header behind a fork that tells another beginning of the run is refused at its line, with what to do")
    func forkWithAnotherBeginning() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.hall, to: "Specs/Hall.flow")
        let (log, specs) = (folder.path(of: "log"), ["--specs", folder.path(of: "Specs")])
        func transcript(_ header: String, _ name: String) throws -> String {
            try folder.write(#"{"transcript": 1, "flow": "Hall"\#(header)}"# + "\n" + #"{"at": 40}"# + "\n", to: name)
        }
        let heard = #", "parameters": {"patience": 30}, "retained": [{"kind": "BELL"}]"#
        keyway(["run", "Hall", "--transcript", try transcript(heard, "hall.jsonl"), "--log", log] + specs).expectFine()
        func fork(_ header: String, _ name: String) throws -> CapturedCall {
            let words = ["--then", try transcript(header, name + ".jsonl"), "--log", folder.path(of: name)]
            return keyway(["replay", log, "--until", "1"] + words + specs)
        }
        // A header may repeat what was so.
        try fork(heard, "same").expectFine()
        try fork(#", "parameters": {"patience": 30.0}"#, "alike").expectFine()
        let other = [
            ("parameters", #", "parameters": {"patience": 60}"#, "leave 'patience' out"),
            ("retained", #", "retained": [{"kind": "GONG"}]"#, "leave it out, and have the callback come in a line"),
            ("occupied", #", "occupied": ["Porter"]"#, "leave it out, and have the other run join the queue in a line"),
        ]
        for (member, header, remedy) in other {
            let refused = try fork(header, member)
            #expect(refused.code == .problem && refused.errors.count == 1, "\(refused.errors)")
            let place = "\(folder.path(of: member)).jsonl:1: '\(member)' of the header is about the beginning of a run"
            #expect(refused.errors.first?.hasPrefix(place) == true, "\(refused.errors)")
            #expect(refused.errors.first?.contains(remedy) == true, "\(refused.errors)")
            #expect(!folder.exists(member))
        }
    }

    /// A flow whose callbacks belong to attempts.
    private static let lock = """
        flow Lock version 1
        context { tries: int 0...2 = 0 }
        command start, again
        callback right, wrong
        effect ask starts attempt
        source keypad = "Keypad" by kind stamped { RIGHT => right WRONG => wrong }
        final open
        final shut
        within 5m -> shut
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> asking { do ask } }
        state asking {
          on again -> asking { do ask }
          on wrong when tries < 2 stay { tries += 1 }
          on wrong when tries == 2 -> shut
          on right -> open
          after 20s -> closing
        }
        state closing { on right, wrong -> shut after 20s -> shut }

        """

    /// A folder with a log of a run of this flow, to which these words came after its second attempt had begun.
    private func locked(_ words: (at: Int, attempt: Int, word: String)...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Self.lock, to: "Specs/Lock.flow")
        let lines =
            [
                #"{"transcript": 1, "flow": "Lock"}"#, #"{"at": 0, "command": "start"}"#,
                #"{"at": 1, "command": "again"}"#,
            ]
            + words.map { #"{"at": \#($0.at), "attempt": \#($0.attempt), "callback": {"kind": "\#($0.word)"}}"# }
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "lock.jsonl")
        keyway(
            "run", "Lock", "--transcript", file, "--log", folder.path(of: "log"), "--specs",
            folder.path(of: "Specs")
        ).expectFine()
        return folder
    }

    @Test("Behind a fork a word of an earlier attempt is still one, and a word of the current attempt counts")
    func forkOfAttempts() throws {
        let folder = try locked((2, 1, "WRONG"), (3, 2, "WRONG"), (4, 7, "WRONG"))
        let then = try folder.write(
            #"{"transcript": 1, "flow": "Lock"}"# + "\n" + #"{"at": 5}"# + "\n", to: "then.jsonl")
        for (last, tries) in [(3, 0), (4, 1), (5, 1)] {
            let new = folder.path(of: "new\(last)")
            keyway(
                "replay", folder.path(of: "log"), "--until", "\(last)", "--then", then, "--log", new, "--specs",
                folder.path(of: "Specs")
            ).expectFine()
            let lines = keyway("replay", new).lines
            #expect(lines.contains { $0.contains("tries = \(tries)") }, "record \(last): \(lines)")
        }
    }

    @Test("The run that why edits is written with the attempts of its callbacks")
    func whyOfAttempts() throws {
        // With three wrong words of the current attempt it would end at the third.
        let folder = try locked((2, 1, "WRONG"), (3, 1, "WRONG"), (4, 1, "WRONG"), (30, 2, "RIGHT"))
        let file = folder.path(of: "edited.jsonl")
        keyway("why", folder.path(of: "log"), "--transcript", file, "--specs", folder.path(of: "Specs")).expectFine()
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains(#""attempt": 1"#) && $0.contains("WRONG") } == 3, "\(lines)")
        #expect(lines.count { $0.contains(#""attempt": 2"#) && $0.contains("RIGHT") } == 1, "\(lines)")
    }

    @Test("A run of the shipped flows is forked behind a word of an earlier attempt")
    func forkBehindAStaleSuccess() throws {
        let root = String(#filePath.dropLast("/Tests/KeywayCommandLineTests/LogQuestionTests.swift".count))
        let folder = try TemporaryFolder()
        let (log, specs) = (folder.path(of: "log"), ["--specs", root + "/Specs"])
        let file = root + "/Specs/CAStrongAuthentication/Transcripts/offline-stale-success.jsonl"
        keyway(["run", "OfflineOTP", "--transcript", file, "--log", log] + specs).expectFine()
        let records = try FileLog.Reader(log).records(of: #require(FileLog.Reader(log).runs.first))
        let stale = records.filter { if case .event(let told) = $0.content { told.stamp == .stale } else { false } }
        #expect(stale.count == 4)
        let then =
            #"{"transcript": 1, "flow": "OfflineOTP", "expect": {"final": "failed"}}"# + "\n" + #"{"at": 1100}"# + "\n"
        let words = ["--then", try folder.write(then, to: "then.jsonl"), "--log", folder.path(of: "new")]
        let last = try #require(stale.last?.sequence)
        keyway(["replay", log, "--until", "\(last)"] + words + specs).expectFine()
    }

    @Test("A run that does not go as its records say is not forked")
    func forkOfADisagreement() throws {
        let folder = try altered { $0.disposition = .late }
        let then = try folder.write(
            #"{"transcript": 1, "flow": "Door"}"# + "\n" + #"{"at": 3}"# + "\n", to: "then.jsonl")
        let forked = keyway(
            "replay", folder.path(of: "altered"), "--until", "1", "--then", then, "--log", folder.path(of: "new"),
            "--specs", folder.path(of: "Specs"))
        #expect(forked.code == .problem)
        #expect(forked.errors.first?.contains("record 1, bell, goes another way") == true, "\(forked.errors)")
    }

    @Test("A run that began at the first instant, so that its length overflows, is forked without a trap")
    func forkOfTheFirstInstant() throws {
        let folder = try altered(began: .min)
        let then = #"{"transcript": 1, "flow": "Door"}"# + "\n" + #"{"at": 3}"# + "\n"
        let file = try folder.write(then, to: "then.jsonl")
        let forked = keyway(
            "replay", folder.path(of: "altered"), "--until", "1", "--then", file, "--log", folder.path(of: "new"),
            "--specs", folder.path(of: "Specs"))
        #expect([.fine, .problem].contains(forked.code), "\(forked.errors)")
    }

    @Test("A run is gone through forward and backward")
    func steps() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let words = Lock(["n", "3", "p", "nonsense", "+3", "l", "q"])
        let output = Lock("")
        let console = Console(write: { part in output.withLock { $0 += part } }, remark: { _ in })
        var surroundings = Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/")
        surroundings.readLine = { words.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        #expect(EntryPoint.call(["replay", log, "--reference", "case 17", "--step"], in: surroundings) == .fine)
        let places = output.withLock { $0 }.matches(of: /\n *at ([\d.]+)s:/).map { String($0.output.1) }
        #expect(places == ["0", "0.5", "2.25", "1", "1", "1", "2.45"])
    }

    @Test(
        "Every question to a folder that is no log is refused",
        arguments: ["runs", "explain", "why", "stats", "replay"])
    func noLog(question: String) throws {
        let folder = try TemporaryFolder()
        #expect(keyway(question, folder.path).code == .problem)
        #expect(keyway(question, folder.path(of: "nothing")).code == .problem)
    }

    @Test("A date is what it was written as, and no date is read from what is none")
    func dates() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"), (-1000, "1969-12-31T23:59:59Z"),
            (1_700_000_000_000, "2023-11-14T22:13:20Z"), (253_402_300_799_000, "9999-12-31T23:59:59Z"),
        ] {
            let instant = Instant(milliseconds: Int64(milliseconds))
            #expect(instant.date == text)
            #expect(Instant(date: text) == instant)
        }
        #expect(Instant(date: "2026-11-24")?.date == "2026-11-24T00:00:00Z")
        for text in [
            "2026-02-29", "2026-13-01", "2026-1", "yesterday", "2026-11-24T25:00:00Z", "2026-11-24T10:00:00", "",
            "2026-1-1", "+2026-+1-+1", "2026-11-24T1:2:3Z",
        ] {
            #expect(Instant(date: text) == nil, "\(text)")
        }
    }
}
