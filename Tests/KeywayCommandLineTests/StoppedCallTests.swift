import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import ProviderFiles
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("A call that the person stops says what it has found", .longComputation)
struct StoppedCallTests {
    /// A folder whose `Specs` has two flows.
    private func folder() throws -> TemporaryFolder {
        let folder = try Door.folder()
        try folder.write(Door.flow.changing("flow Door", to: "flow Gate"), to: "Specs/Gate.flow")
        return folder
    }

    /// The result of a call that is asked to stop once it has asked `count` times whether it shall.
    private func call(
        _ words: [String], in folder: TemporaryFolder, stoppedAfter count: Int
    ) -> (code: ExitCode, output: String, errors: [String]) {
        let output = Lock("")
        let errors = Lock<[String]>([])
        let asked = Lock(0)
        let console = Console(
            write: { part in output.withLock { $0 += part } }, remark: { line in errors.withLock { $0.append(line) } })
        var surroundings = Surroundings(
            console: console, workingDirectory: folder.path, prefix: folder.path + "/", temporaryFolder: folder.path)
        surroundings.build = { "tests" }
        surroundings.isInterrupted = {
            asked.withLock {
                $0 += 1
                return $0 > count
            }
        }
        let code = EntryPoint.call(words, in: surroundings)
        return (code, output.withLock { $0 }, errors.withLock { $0 })
    }

    @Test("check names the problems of the files that it has checked, and in JSON that it was stopped")
    func check() throws {
        let folder = try folder()
        let specs = folder.path(of: "Specs")
        try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Specs/Door.flow")
        let stopped = keyway(["check", specs], isInterrupted: true)
        #expect(stopped.code == .problem)
        #expect(stopped.errors.first == "stopped after 1 of 2 files")
        #expect(stopped.errors.last?.contains("1 error, ") == true, "\(stopped.errors)")
        #expect(stopped.output.contains("Door.flow") && !stopped.output.contains("Gate.flow"))
        let json = keyway(["check", specs, "--format", "json"], isInterrupted: true)
        let found = try #require(try JSONReader.value(of: json.output.utf8).list)
        #expect(found.last?.object?["message"] == .text("stopped after 1 of 2 files"))
        // One file is checked to its end: there is nothing to stop behind it.
        #expect(keyway(["check", folder.path(of: "Specs/Gate.flow")], isInterrupted: true).code == .fine)
    }

    @Test(
        "check lists what survives, and what is claimed, of the flows that it has looked at",
        arguments: ["--survives", "--claims"])
    func lists(option: String) throws {
        let folder = try folder()
        let words = ["check", folder.path(of: "Specs"), option]
        // It is asked behind the first of two files that are checked, and then behind the first that is listed.
        let text = call(words, in: folder, stoppedAfter: 1)
        #expect(text.code == .problem && text.errors.last == "stopped after 1 of 2 files")
        #expect(text.output.contains("Door: ") && !text.output.contains("Gate: "))
        let json = call(words + ["--format", "json"], in: folder, stoppedAfter: 1)
        let list = try #require(try JSONReader.value(of: json.output.utf8).list)
        #expect(list.count == 2 && list.last?.object?["error"] != nil)
    }

    @Test("demo tells the runs that it has played, and those that it has replayed, and verifies nothing")
    func demo() throws {
        let count = ShippedFile.transcripts.count
        let folder = try folder()
        let played = call(["demo", "--log", folder.path(of: "log")], in: folder, stoppedAfter: 1)
        let lines = played.output.split(separator: "\n")
        #expect(played.code == .problem && played.errors == ["stopped after 2 of \(count) transcripts"])
        #expect(lines.count == 4 && lines.prefix(2).allSatisfy { $0.hasPrefix("not replayed  ") }, "\(played.output)")
        #expect(lines[2].hasSuffix(" (not verified)"))
        #expect(lines.last == "2 of \(count) transcripts as expected, 0 of \(count) replays equal")
        #expect(try FileLog.Reader(folder.path(of: "log")).runs.count == 2)
        // It is asked behind each run that is played but the last, and then behind each that is replayed.
        let replayed = call(["demo"], in: folder, stoppedAfter: count)
        #expect(replayed.code == .problem && replayed.errors == ["stopped after 2 of \(count) replays"])
        #expect(
            replayed.output.hasSuffix("\(count) of \(count) transcripts as expected, 2 of \(count) replays equal\n"))
    }

    @Test("verify says what is wrong in the segments that it has read, and that it knows nothing of the others")
    func verify() throws {
        let folder = try Door.folder()
        _ = Door.run(in: folder)
        let reader = try FileLog.Reader(folder.path(of: "log"))
        let records = try reader.records(of: #require(reader.runs.first))
        let path = folder.path(of: "many")
        let many = try FileLog(path, segmentSize: 4096)
        for number in 1...20 {
            let run = RunID(high: 1, low: UInt64(number))
            try many.appendAndWait(Append(run: run, records: records.copied(to: run), standing: .over))
        }
        try many.closeAndWait()
        let count = try FileLog.verify(path).segments
        #expect(count > 1)
        let stopped = keyway(["verify", path], isInterrupted: true)
        #expect(stopped.code == .problem && stopped.errors == ["\(path): stopped after 1 of \(count) segments"])
        #expect(stopped.output.hasPrefix("\(path): sound so far: 1 segment, "))
        let json = try members(of: keyway(["verify", path, "--format", "json"], isInterrupted: true).output)
        #expect(json["sound"] == .null && json["error"] != nil && json["segments"] == .integer(1))
        let first = try #require(try folder.contents(of: "many").keys.filter { $0.hasSuffix(".log") }.min())
        var bytes = try folder.bytes(of: "many/" + first)
        bytes[200] ^= 0x10
        try folder.replace("many/" + first, with: bytes)
        let damaged = keyway(["verify", path], isInterrupted: true)
        #expect(damaged.code == .problem && damaged.output.contains(first) && damaged.output.contains("not sound ("))
        let told = try members(of: keyway(["verify", path, "--format", "json"], isInterrupted: true).output)
        #expect(told["sound"] == .bool(false))
    }

    @Test("mutate says what became of the edits that it has tried, and goes on from its file of results")
    func mutate() throws {
        let folder = try folder()
        let words = ["mutate", "Door", "--only", "row.value", "--resume", folder.path(of: "results")]
        let none = call(words, in: folder, stoppedAfter: 0)
        #expect(none.code == .problem)
        #expect(none.output.hasPrefix("Door: 0 edits, 0 noticed, 0 survive, 2 more not tried\n"), "\(none.output)")
        let results = folder.path(of: "results")
        #expect(none.errors == ["Door: stopped after 0 of 2 edits; the same call goes on from \(results)"])
        let json = call(words + ["--format", "json"], in: folder, stoppedAfter: 0)
        #expect(try members(of: json.output)["error"] != nil)
        let whole = keyway(words, in: folder.path)
        #expect(whole.lines.first?.hasPrefix("Door: 2 edits, ") == true)
        // Edits whose fate is in the file are told, though the person stops the call at once.
        let known = call(words, in: folder, stoppedAfter: 0)
        #expect(known.output.hasPrefix(whole.lines[0] + "\n"))
        let all = call(["mutate", "--all", "--only", "row.value"], in: folder, stoppedAfter: 0)
        #expect(all.errors == ["Door: stopped after 0 of 2 edits; 1 flow behind it is not tried"])
    }
}
