import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("keyway report")
struct ReportTests {
    /// A log with two runs of the door.
    private func folder() throws -> TemporaryFolder {
        let folder = try Door.folder()
        Door.run(in: folder, "--seed", "1", "--reference", "case 17").expectFine()
        Door.run(in: folder, "--seed", "2").expectFine()
        return folder
    }

    private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
        String(decoding: try folder.bytes(of: name), as: UTF8.self)
    }

    @Test("A log becomes one page with every run, or with the chosen one, and without what the log withholds")
    func page() throws {
        let folder = try folder()
        let (log, file) = (folder.path(of: "log"), folder.path(of: "page.html"))
        let call = keyway("report", log, "--out", file)
        call.expectFine()
        #expect(call.lines == ["2 runs in \(file)"])
        let page = try text("page.html", in: folder)
        #expect(page.hasPrefix("<!doctype html>") && page.contains("case 17") && !page.contains("Ada"))
        // Nobody who gets the page learns where the log lay.
        #expect(!page.contains(folder.path))
        let again = folder.path(of: "again.html")
        keyway("report", log, "--out", again).expectFine()
        #expect(try text("again.html", in: folder) == page)
        let one = keyway("report", log, "--reference", "case 17", "--out", again, "--force", "--format", "json")
        one.expectFine()
        #expect(try members(of: one.output)["runs"] == .integer(1))
        #expect(try text("again.html", in: folder).count < page.count)
    }

    @Test("What stands there already is replaced with --force alone, and what cannot be written is said")
    func output() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        try folder.write("mine", to: "page.html")
        let file = folder.path(of: "page.html")
        let refused = keyway("report", log, "--out", file)
        #expect(refused.code == .problem && refused.errors == ["\(file): this is there already; --force replaces it"])
        #expect(try text("page.html", in: folder) == "mine")
        keyway("report", log, "--out", file, "--force").expectFine()
        let nowhere = keyway("report", log, "--out", folder.path(of: "nowhere/page.html"))
        #expect(nowhere.code == .problem)
        #expect(
            nowhere.errors == ["\(folder.path(of: "nowhere/page.html")): there is no folder in which it could stand"])
        #expect(keyway("report", log).code == .usage)
        for words in [["report", log, "--out", "-"], ["export", log, "--jsonl", "-"]] {
            let both = keyway(words + ["--format", "json"])
            #expect(both.code == .usage && both.output.isEmpty)
            #expect(both.errors.first?.contains("is the result: --format json goes with a file") == true)
        }
        // A folder is never replaced, so the refusal does not advise `--force`.
        let place = keyway("report", log, "--out", folder.path, "--force")
        #expect(place.errors == ["\(folder.path): this is a folder, not a file to write to"])
        #expect(keyway("report", log, "--out", folder.path).errors == place.errors)
    }

    @Test("Nothing is written into the folder of the log that is asked, by whatever path and with --force too")
    func intoTheLog() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        let before = try folder.contents(of: "log")
        let segment = try #require(before.keys.sorted().first)
        try FileManager.default.createSymbolicLink(atPath: folder.path(of: "door"), withDestinationPath: log)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "page.html"), withDestinationPath: log + "/" + segment)
        for file in ["log/page.html", "log/head.index", "log/" + segment, "door/page.html", "page.html"] {
            let path = folder.path(of: file)
            for question in [
                ["report", log, "--out"], ["export", log, "--jsonl"], ["export", folder.path(of: "door"), "--otlp"],
                ["why", log, "--run", "ffffffff", "--transcript"],
            ] {
                let call = keyway(question + [path, "--force"], in: folder.path)
                #expect(call.code == .problem && call.output.isEmpty, "\(question) \(file)")
                let sentence = "\(path): this is in the folder of the log, which takes no file but its own"
                #expect(call.errors == [sentence], "\(question)")
            }
        }
        let run = Door.run(in: folder, "--keys", folder.path(of: "door"))
        #expect(run.errors.first?.contains("this is the folder of the log") == true, "\(run.errors)")
        #expect(try folder.contents(of: "log") == before)
        keyway("verify", log).expectFine()
    }

    @Test("No page is made of a folder that is no log, and none of a run that is not there")
    func nothing() throws {
        let folder = try folder()
        let (log, file) = (folder.path(of: "log"), folder.path(of: "page.html"))
        for choice in [["--run", "ffffffff"], ["--reference", "case 18"]] {
            #expect(keyway(["report", log, "--out", file] + choice).code == .problem)
        }
        let empty = try TemporaryFolder()
        #expect(keyway("report", empty.path, "--out", file).code == .problem)
        #expect(keyway("report", folder.path(of: "page"), "--out", file).code == .problem)
        #expect(!folder.exists("page.html"))
    }

    @Test("The newest run stands first by its date, in whatever order the log has the runs")
    func order() throws {
        let folder = try folder()
        let played = try FileLog.Reader(folder.path(of: "log"))
        let records = try played.records(of: played.runs[0])
        let mixed = folder.path(of: "mixed")
        let log = try FileLog(mixed)
        // As where runs were imported one by one, the latest first; one of a transcript stands among them, and has no date.
        let days: [Int64?] = [3, 1, nil, 4, 2]
        let runs = days.indices.map { RunID(high: 5, low: UInt64($0)) }
        for (run, day) in zip(runs, days) {
            let own = records.map { record in
                var record = record
                record.run = run
                record.time = record.time.advanced(byMilliseconds: (day ?? 0) * 86_400_000)
                if day != nil, case .began(var beginning) = record.content {
                    beginning.kind = .live
                    record.content = .began(beginning)
                }
                return record
            }
            try log.appendAndWait(Append(run: run, records: own, standing: .over))
        }
        try log.closeAndWait()
        keyway("report", mixed, "--out", folder.path(of: "page.html")).expectFine()
        let expected = [3, 0, 2, 4, 1].map { "\"\(runs[$0])\"" }.joined(separator: ",")
        #expect(try text("page.html", in: folder).contains("\"runs\":{\"run\":[\(expected)]"))
    }

    @Test("Of a damaged log the page tells what is whole, and says at its top what is not")
    func damaged() throws {
        let folder = try folder()
        let (segment, bytes) = try #require(try folder.contents(of: "log").first)
        var changed = bytes
        let last = try #require(changed.lastIndex { $0 != 0 })
        changed[last - 8] ^= 0x10
        try folder.replace("log/\(segment)", with: changed)
        let call = keyway("report", folder.path(of: "log"), "--out", folder.path(of: "page.html"))
        #expect(call.code == .problem && !call.errors.isEmpty)
        let page = try text("page.html", in: folder)
        #expect(page.contains("case 17") && page.firstMatch(of: /"remarks":\["[^"]+/) != nil)
    }

    @Test("A run that cannot be read is listed with the sentence why, and the others are told")
    func unreadable() throws {
        let folder = try folder()
        let run = RunID(high: 9, low: 9)
        let log = try FileLog(folder.path(of: "log"))
        let version = FlowVersion(table: [1, 2, 3], annotations: [])
        let beginning = Beginning(version: version, outcome: Outcome(state: 0, context: []))
        let record = Record(run: run, sequence: 0, time: Instant(milliseconds: 0), content: .began(beginning))
        try log.appendAndWait(Append(run: run, records: [record], standing: .over))
        try log.closeAndWait()
        let call = keyway("report", folder.path(of: "log"), "--out", folder.path(of: "page.html"))
        #expect(call.code == .problem && call.lines.first?.hasPrefix("2 runs") == true)
        #expect(call.errors.count == 1 && call.errors[0].contains("run \(run): "))
        let page = try text("page.html", in: folder)
        #expect(page.contains("\"unreadable\":[[\"\(run)\",\"") && page.contains("case 17"))
    }
}
