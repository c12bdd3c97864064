import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("keyway replay")
struct ReplayTests {
    @Test("A replay tells the lines that the run told, on a machine that has no spec")
    func sameLines() throws {
        let folder = try Door.folder()
        let run = Door.run(in: folder)
        let log = folder.path(of: "log")
        let replay = keyway("replay", log)
        #expect(replay.code == .fine)
        #expect(replay.lines.dropFirst().dropLast() == run.lines.dropFirst().dropLast(2))
        #expect(replay.lines.last == "ended in inside; every record is as the flow in the log decides")
    }

    @Test("As JSON the run of --run is its own object, and runs of the log or of a reference are a list, be it of one")
    func json() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        var run = try object(Door.run(in: folder, "--format", "json", "--seed", "1"))
        let all = try object(keyway("replay", log, "--format", "json"))
        #expect(all["disagreements"] == .list([]))
        let replayed = try #require(all["runs"]?.list?.first?.object)
        #expect(run.removeValue(forKey: "asExpected") == .bool(true))
        #expect(run.removeValue(forKey: "unexpected") == .list([]))
        #expect(run == replayed)

        #expect(Door.run(in: folder, "--seed", "2").code == .fine)
        let several = try object(keyway("replay", log, "--format", "json"))
        #expect(several["runs"]?.list?.count == 2)
        let identity = try #require(run["run"]?.text)
        var one = try object(keyway("replay", log, "--run", identity, "--format", "json"))
        one["disagreements"] = nil
        #expect(one == run)

        // Another run may get the same reference later, so one run is a list too: programs that read it need only one form.
        #expect(Door.run(in: folder, "--seed", "3", "--reference", "case 17").code == .fine)
        let referred = try object(keyway("replay", log, "--reference", "case 17", "--format", "json"))
        #expect(referred["runs"]?.list?.count == 1)
    }

    @Test("What a final keeps is told on the line that reaches it, in the last sentence, and as JSON")
    func kept() throws {
        let folder = try Door.folder()
        let text = Door.transcript.changing(#"["welcome"]"#, to: #"["refused"]"#).changing(
            #""final": "inside""#, to: #""final": "outside""#)
        try folder.write(text, to: "guest.jsonl")
        let run = Door.run(in: folder)
        let end = "   4       2.45s  refused                 taken         outside         (why = refused)"
        #expect(run.lines.suffix(3).first == end)
        #expect(run.lines.suffix(2).first == "ended in outside, why = refused, as expected")
        let replay = keyway("replay", folder.path(of: "log"))
        #expect(replay.lines.suffix(2).first == end)
        #expect(
            replay.lines.last
                == "ended in outside, why = refused; every record is as the flow in the log decides")
        let all = try object(keyway("replay", folder.path(of: "log"), "--format", "json"))
        let told = try #require(all["runs"]?.list?.first?.object)
        #expect(told["kept"] == .object(["why": .text("refused")]))
        guard case .list(let timeline)? = told["timeline"], case .object(let last)? = timeline.last else {
            Issue.record("no timeline: \(told)")
            return
        }
        #expect(last["kept"] == .object(["why": .text("refused")]))
        #expect(last["fields"] == .object([:]))
    }

    @Test("A replay until a record tells that record and none after it")
    func until() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        for last in 0...4 {
            let lines = keyway("replay", log, "--until", "\(last)").lines
            // The header, the records up to this one and a sentence stand before the part that says where the run is.
            #expect(lines.firstIndex { $0.hasPrefix("at ") } == last + 3)
        }
        #expect(keyway("replay", log, "--until", "3").lines[5].hasPrefix("not ended: the run is in asking"))
    }

    @Test("A record that is not what the flow makes of it is a disagreement, exit 1")
    func disagreement() throws {
        let folder = try Door.folder()
        _ = Door.run(in: folder)
        let reader = try FileLog.Reader(folder.path(of: "log"))
        let run = try #require(reader.runs.first)
        var records = try reader.records(of: run)
        var told = try #require(records[2].event)
        told.disposition = .late
        records[2].content = .event(told)
        let other = try FileLog(folder.path(of: "other"))
        try other.appendAndWait(Append(run: run, records: records, standing: .over))
        try other.closeAndWait()

        #expect(keyway("verify", folder.path(of: "other")).code == .fine, "its bytes are as they were written")
        let call = keyway("replay", folder.path(of: "other"), "--format", "json")
        #expect(call.code == .problem)
        let first = try #require(try object(call)["disagreements"]?.list?.first?.object, "\(call.output)")
        #expect(first["run"] == .text(run.description))
        #expect(first["sequence"] == .integer(2))
        #expect(first["event"] == .text("unrecognised") && first["state"] == .text("street"))
        #expect(first["field"] == .text("disposition"))
        #expect(first["recorded"] == .text("late"))
        #expect(first["computed"] == .text("unrecognised"))
        let text = keyway("replay", folder.path(of: "other"))
        #expect(text.code == .problem)
        #expect(text.errors.first?.contains("event unrecognised in street: disposition was recorded as late") == true)
    }

    @Test(
        "A replay of a whole log is stopped by the person, and says how far it came",
        arguments: [[], ["--with", "Door"]])
    func stopped(options: [String]) throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        let reader = try FileLog.Reader(log)
        let records = try reader.records(of: #require(reader.runs.first))
        let many = try FileLog(folder.path(of: "many"))
        for number in 1...2 {
            let run = RunID(high: 1, low: UInt64(number))
            try many.appendAndWait(Append(run: run, records: records.copied(to: run), standing: .over))
        }
        try many.closeAndWait()
        let errors = Lock<[String]>([])
        let console = Console(write: { _ in }, remark: { line in errors.withLock { $0.append(line) } })
        var surroundings = Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/")
        surroundings.isInterrupted = { true }
        let words = ["replay", folder.path(of: "many"), "--specs", folder.path(of: "Specs")] + options
        #expect(EntryPoint.call(words, in: surroundings) == .problem)
        #expect(errors.withLock { $0 }.contains { $0.hasSuffix("stopped after 1 of 2 runs") })
    }

    @Test("A run that cannot be told leaves the others to be told")
    func unreadable() throws {
        let folder = try Door.folder()
        _ = Door.run(in: folder, "--seed", "1")
        let sound = try FileLog.Reader(folder.path(of: "log"))
        var records = try sound.records(of: try #require(sound.runs.first))
        let stranger = RunID(high: 1, low: 2)
        for index in records.indices { records[index].run = stranger }
        var told = try #require(records[1].event)
        told.event = 999
        records[1].content = .event(told)
        let log = try FileLog(folder.path(of: "log"))
        try log.appendAndWait(Append(run: stranger, records: records, standing: .over))
        try log.closeAndWait()

        let call = keyway("replay", folder.path(of: "log"))
        #expect(call.code == .problem)
        #expect(call.lines.last == "ended in inside; every record is as the flow in the log decides")
        #expect(call.errors.count == 1)
        #expect(call.errors.first?.contains("run \(stranger): record 1 ") == true)
        let alone = keyway("replay", folder.path(of: "log"), "--run", stranger.description)
        #expect(alone.code == .problem)
        #expect(alone.output.isEmpty)
    }

    @Test("With another version of the flow, a replay names where that one parts from the record")
    func divergences() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        let same = keyway("replay", log, "--with", "Door", "--format", "json", in: folder.path)
        #expect(same.code == .fine)
        #expect(try object(same) == ["runs": .integer(1), "conforming": .integer(1), "departures": .list([])])
        let text = Door.flow.changing("on welcome -> inside", to: "on welcome -> outside")
            .changing("late other", to: "late other\nstate unused { on leave -> inside }")
        let changed = try folder.write(
            text.changing("state unused { on leave -> inside }", to: "").changing(
                "on leave -> outside\n  ignore bell, unrecognised\n}\nstate",
                to: "on leave -> inside\n  ignore bell, unrecognised\n}\nstate"), to: "Changed.flow")
        let other = keyway("replay", log, "--with", changed, "--format", "json")
        #expect(other.code == .problem)
        let first = try #require(try object(other)["departures"]?.list?.first?.object, "\(other)")
        #expect(first["sequence"] == .integer(4))
        #expect(first["event"] == .text("welcome"))
        #expect(first["state"] == .text("inside"))
    }

    @Test("With another version of the flow, a replay says what it does not compare, and which command does")
    func notCompared() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        // The answer took 200 ms.
        let changed = try folder.write(Door.flow.changing("within 10s", to: "within 100ms"), to: "Changed.flow")
        let replay = keyway("replay", log, "--with", changed)
        #expect(replay.code == .fine)
        #expect(
            replay.lines == [
                "1 of 1 run conforms to Door",
                "Times, limits and values are not compared; 'keyway compare LOG --with FLOW' does that.",
            ])
        #expect(keyway("compare", log, "--with", changed).code == .problem)
    }

    @Test("What is not there is one sentence")
    func absent() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        #expect(keyway("replay", log).errors == ["\(log): there is nothing"])
        _ = Door.run(in: folder)
        let stranger = String(repeating: "ab", count: 16)
        let call = keyway("replay", log, "--run", stranger)
        #expect(call.code == .problem)
        #expect(call.errors == ["\(log): run \(stranger) is not in this log"])
        let empty = folder.path(of: "empty")
        try FileLog(empty).closeAndWait()
        #expect(keyway("replay", empty).errors == ["\(empty): this log has no runs"])
    }

    private func object(_ call: CapturedCall) throws -> [String: RawValue] {
        guard case .object(let members) = try JSONReader.value(of: call.output.utf8) else { return [:] }
        return members
    }
}
