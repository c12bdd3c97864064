import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("keyway import", .longComputation)
struct ImportTests {
    /// The lines of an export of two runs of the door: one line for each run.
    private func export(in folder: TemporaryFolder) throws -> [String] {
        Door.run(in: folder, "--seed", "1").expectFine()
        Door.run(in: folder, "--seed", "2").expectFine()
        let file = folder.path(of: "runs.jsonl")
        keyway("export", folder.path(of: "log"), "--jsonl", file).expectFine()
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func imported(_ text: String, in folder: TemporaryFolder) throws -> CapturedCall {
        try folder.write(text, to: "given.jsonl")
        return keyway("import", "jsonl", folder.path(of: "given.jsonl"), "--log", folder.path(of: "new"))
    }

    @Test("A file that is no export is refused with the line, and nothing is written")
    func foreign() throws {
        let folder = try Door.folder()
        let lines = try export(in: folder)
        let wrong = [
            ("", "no runs are in it"), ("{}", "this is no line of 'keyway export --jsonl': it names no run"),
            ("nonsense", "not JSON from column 1 on"), (lines[0] + "\n" + lines[0], "stands twice"),
            // The second line holds no flow: it names the run whose line does, which is the first.
            (lines[1], "the run's flow is neither here nor in an earlier line of the run that is named"),
            (lines[0].changing(#""stored""#, to: #""other""#), "the run has no member 'stored'"),
            (
                lines[0].changing(#""table": ""#, to: #""table": "0"#),
                "has not its 'table' and 'annotations' in hexadecimal"
            ),
            (
                lines[0].changing(#""complete": true, "#, to: ""),
                "no member 'complete' says whether the run may lack"
            ),
            (
                lines[0].changing(#""count": 5"#, to: #""count": 6"#),
                "the run has not as many records as the line says"
            ),
            (lines[0].changing(#""reference": null"#, to: #""reference": 5"#), "the run's reference is no text"),
            (lines[0].changing(#""]}}"#, to: #"ff00"]}}"#), "record 4 ends before its digits"),
            (lines[0].changing(#""records": [""#, to: #""records": ["0"#), "record 0 is not in hexadecimal digits"),
            (lines[0].changing(#""records": [""#, to: #""records": ["ff"#), "record 0 cannot be read"),
        ]
        for (text, reason) in wrong {
            let call = try imported(text, in: folder)
            #expect(call.code == .problem)
            #expect(call.errors.first?.contains(reason) == true, "\(call.errors)")
            #expect(throws: FileLog.Failure.self) { try FileLog.Reader(folder.path(of: "new")) }
        }
        #expect(keyway("import", "csv", folder.path(of: "given.jsonl"), "--log", folder.path(of: "new")).code == .usage)
        try imported(lines.joined(separator: "\n"), in: folder).expectFine()
    }

    @Test("Lines are read from standard input as from a file, also where the last one has no end")
    func standardInput() throws {
        let folder = try Door.folder()
        let text = try export(in: folder).joined(separator: "\n")
        let words = ["import", "jsonl", "-", "--log", folder.path(of: "new")]
        keyway(words, in: folder.path, reading: Array(text.utf8)).expectFine()
        #expect(try FileLog.Reader(folder.path(of: "new")).runs == FileLog.Reader(folder.path(of: "log")).runs)
    }

    @Test("The same call goes on with an import that was stopped, and other records of a run are refused")
    func goingOn() throws {
        let folder = try Door.folder()
        let lines = try export(in: folder)
        try imported(lines[0], in: folder).expectFine()
        let all = lines.joined(separator: "\n")
        for _ in 1...2 {
            let call = try imported(all, in: folder)
            call.expectFine()
            #expect(call.lines.last?.hasPrefix("2 runs in ") == true)
        }
        let (old, new) = try (FileLog.Reader(folder.path(of: "log")), FileLog.Reader(folder.path(of: "new")))
        #expect(new.runs == old.runs)
        for run in old.runs { #expect(try new.records(of: run) == old.records(of: run)) }
        let other = lines[0].changing(#""reference": null"#, to: #""reference": "case 17""#)
        let refused = try imported(other, in: folder)
        #expect(refused.code == .problem)
        #expect(refused.errors.first?.hasSuffix("is in this log already, with other records") == true)
    }

    @Test("A byte order mark and line ends of two characters change nothing")
    func editedElsewhere() throws {
        let folder = try Door.folder()
        let text = "\u{FEFF}" + (try export(in: folder).map { $0 + "\r\n" }.joined())
        try imported(text, in: folder).expectFine()
        #expect(try FileLog.Reader(folder.path(of: "new")).runs == FileLog.Reader(folder.path(of: "log")).runs)
    }

    @Test("Empty lines, also with line ends of two characters, are passed over, from a file and from standard input")
    func emptyLines() throws {
        let folder = try Door.folder()
        let lines = try export(in: folder)
        let text = "\u{FEFF}\r\n" + lines.map { $0 + "\r\n\r\n" }.joined()
        try imported(text, in: folder).expectFine()
        #expect(try FileLog.Reader(folder.path(of: "new")).runs == FileLog.Reader(folder.path(of: "log")).runs)
        let words = ["import", "jsonl", "-", "--log", folder.path(of: "piped")]
        keyway(words, in: folder.path, reading: Array(text.utf8)).expectFine()
        // An empty line counts, so the line that is named is the one that an editor shows.
        let wrong = try imported("\r\n\r\n{}\r\n", in: folder)
        #expect(wrong.errors.first?.contains("given.jsonl:3") == true, "\(wrong.errors)")
    }

    @Test("A file that is longer than what is read at once is imported line by line")
    func long() throws {
        let folder = try Door.folder()
        let lines = try export(in: folder)
        // The second line is copied, because it names the run that has the flow instead of holding the flow itself.
        let run = try #require(
            try members(of: lines[1])["run"].flatMap { if case .text(let run) = $0 { run } else { nil } })
        let many = (1...400).map { number in
            let digits = String(number, radix: 16)
            return lines[1].changing(run, to: String(repeating: "0", count: 32 - digits.count) + digits)
        }
        let text = ([lines[0]] + many).joined(separator: "\n") + "\n"
        #expect(text.utf8.count > 1 << 19)
        let call = try imported(text, in: folder)
        call.expectFine()
        #expect(call.lines.last?.hasPrefix("401 runs in ") == true)
        #expect(keyway("stats", folder.path(of: "new")).lines.first == "Door version 1: 401 runs")
        // A line that is wrong far behind is found before anything is written.
        try folder.write(text + "nonsense\n", to: "wrong.jsonl")
        let wrong = keyway("import", "jsonl", folder.path(of: "wrong.jsonl"), "--log", folder.path(of: "none"))
        #expect(wrong.code == .problem && wrong.errors.first?.contains("wrong.jsonl:402: ") == true)
        #expect(throws: FileLog.Failure.self) { try FileLog.Reader(folder.path(of: "none")) }
    }

    @Test("Exports of two logs that are joined are imported with each run's own flow")
    func joined() throws {
        let folder = try Door.folder()
        let lines = try export(in: folder)
        let other = try Door.folder()
        try other.write(Door.flow.changing("within 10s", to: "within 9s"), to: "Specs/Door.flow")
        Door.run(in: other, "--seed", "3").expectFine()
        Door.run(in: other, "--seed", "4").expectFine()
        let file = other.path(of: "runs.jsonl")
        keyway("export", other.path(of: "log"), "--jsonl", file).expectFine()
        try imported(lines.joined(separator: "\n") + "\n" + String(contentsOfFile: file, encoding: .utf8), in: folder)
            .expectFine()
        let new = try FileLog.Reader(folder.path(of: "new"))
        for log in [folder.path(of: "log"), other.path(of: "log")] {
            let old = try FileLog.Reader(log)
            for run in old.runs { #expect(try new.records(of: run) == old.records(of: run)) }
        }
    }

    @Test("A run of which a damaged log may have lost the end is imported only where that is asked for")
    func incomplete() throws {
        let folder = try TemporaryFolder()
        keyway("demo", "--failures", folder.path(of: "logs")).expectFine()
        let file = folder.path(of: "damaged.jsonl")
        #expect(keyway("export", folder.path(of: "logs/damaged"), "--jsonl", file).code == .problem)
        let words = ["import", "jsonl", file, "--log", folder.path(of: "new")]
        let refused = keyway(words)
        #expect(refused.code == .problem && refused.errors.first?.contains("may lack the last records") == true)
        #expect(throws: FileLog.Failure.self) { try FileLog.Reader(folder.path(of: "new")) }
        keyway(words + ["--incomplete"]).expectFine()
    }

    @Test("A run that lacks records behind its end is not complete, and is imported only where that is asked for")
    func cutBehindTheEnd() throws {
        let folder = try Door.folder()
        let bells = (4...9).map { #"{"at": \#($0), "callback": {"kind": "BELL"}}"# + "\n" }
        try folder.write(Door.transcript + bells.joined(), to: "bells.jsonl")
        for seed in 1...2 { Door.run(in: folder, transcript: "bells.jsonl", "--seed", "\(seed)").expectFine() }
        let sound = try FileLog.Reader(folder.path(of: "log"))
        let records = try sound.runs.map { try sound.records(of: $0) }
        let (segment, bytes) = try #require(try folder.contents(of: "log").first)
        let end = bytes.lastIndex { $0 != 0 } ?? 0
        let isCut = try stride(from: end, to: 64, by: -23).contains { position in
            var changed = bytes
            changed[position] ^= 0x10
            try folder.replace("log/" + segment, with: changed)
            let past = try FileLog.Reader(folder.path(of: "log"), pastDamage: true)
            guard past.runs == sound.runs else { return false }
            let left = try past.runs.map { try past.records(of: $0) }
            // The first run has lost one record behind its end: not its last one, and none of its first eight, which reach past the end.
            return left[1] == records[1] && left[0].count == records[0].count - 1
                && left[0].prefix(8).map(\.sequence).elementsEqual(0..<8) && left[0].last == records[0].last
        }
        try #require(isCut)
        let file = folder.path(of: "cut.jsonl")
        #expect(keyway("export", folder.path(of: "log"), "--jsonl", file).code == .problem)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.map { $0.contains(#""complete": true"#) } == [false, true])
        let words = ["import", "jsonl", file, "--log", folder.path(of: "new")]
        #expect(keyway(words).errors.first?.contains("1 run may lack the last records") == true)
        keyway(words + ["--incomplete"]).expectFine()
    }

    @Test("A result for scripts says what it lacks where the log is damaged")
    func damaged() throws {
        let folder = try Door.folder()
        _ = try export(in: folder)
        let log = folder.path(of: "log")
        let (name, bytes) = try #require(try folder.contents(of: "log").first)
        var changed = bytes
        changed[try #require(bytes.lastIndex { $0 != 0 })] ^= 0x10
        try folder.replace("log/" + name, with: changed)
        for question in ["runs", "stats", "replay"] {
            let call = keyway(question, log, "--format", "json")
            #expect(call.code == .problem)
            let told = try members(of: call.output)
            guard case .object(let problem)? = told["error"], case .text(let message)? = problem["message"] else {
                Issue.record("\(question): \(call.output)")
                continue
            }
            #expect(call.errors.contains(message))
        }
    }
}
