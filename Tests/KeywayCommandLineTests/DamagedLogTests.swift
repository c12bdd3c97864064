import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("Questions to a log with a damage in its middle", .longComputation)
struct DamagedLogTests {
    private let folder: TemporaryFolder
    private let log: String
    /// The log as it was before the damage.
    private let sound: String
    /// The run that lacks records; all others are whole.
    private let cut: RunID
    /// The others of which a reader that stops at the damage knows nothing.
    private let hidden: [RunID]

    /// A log of four runs of the door, named case 1 to case 4, in which a bit has changed, so that one of the first three runs
    /// lacks a record behind its first one.
    init() throws {
        folder = try Door.folder()
        (log, sound) = (folder.path(of: "log"), folder.path(of: "sound"))
        for number in 1...4 {
            Door.run(in: folder, "--seed", "\(number)", "--reference", "case \(number)").expectFine()
        }
        try FileManager.default.copyItem(atPath: log, toPath: sound)
        (cut, hidden) = try Self.damage("log", of: folder) { place, left in place < 3 && left.first?.sequence == 0 }
    }

    /// Changes a bit of a sound log, so that one run alone lacks records, and a reader that stops there does not know all runs.
    ///
    /// - Parameter fits: whether it may be that run, by its place among the runs and the records that are left of it.
    private static func damage(
        _ name: String, of folder: TemporaryFolder, where fits: (_ place: Int, _ left: [Record]) -> Bool
    ) throws -> (cut: RunID, hidden: [RunID]) {
        let log = folder.path(of: name)
        let (segment, bytes) = try #require(try folder.contents(of: name).first)
        let sound = try FileLog.Reader(log)
        let lengths = try sound.runs.map { try sound.records(of: $0).count }
        for position in stride(from: 64, to: (bytes.lastIndex { $0 != 0 } ?? 0), by: 23) {
            var changed = bytes
            changed[position] ^= 0x10
            try folder.replace(name + "/" + segment, with: changed)
            let before = try FileLog.Reader(log)
            let past = try FileLog.Reader(log, pastDamage: true)
            guard before.runs.count < sound.runs.count, past.runs == sound.runs else { continue }
            let records = try past.runs.map { try past.records(of: $0) }
            let shorter = records.indices.filter { records[$0].count < lengths[$0] }
            guard shorter.count == 1, fits(shorter[0], records[shorter[0]]) else { continue }
            let cut = past.runs[shorter[0]]
            return (cut, past.runs.filter { !before.runs.contains($0) && $0 != cut })
        }
        throw NoSuchBit()
    }

    /// No bit of the log has the effect that the tests need.
    private struct NoSuchBit: Error {}

    @Test("All runs are listed, and the one that lacks records is marked and named")
    func runs() throws {
        let listed = keyway("runs", log)
        #expect(listed.code == .problem)
        #expect(listed.lines.count == 6 && listed.lines.last == "4 runs", "\(listed.lines)")
        let marked = listed.lines.filter { $0.contains("records lost") }
        #expect(marked.count == 1 && marked.first?.hasPrefix("\(cut)".prefix(12)) == true)
        guard case .list(let told)? = try members(of: keyway("runs", log, "--format", "json").output)["runs"] else {
            Issue.record("no runs")
            return
        }
        let lacking = told.compactMap { run -> RawValue? in
            guard case .object(let run) = run, run["lacksRecords"] == .bool(true) else { return nil }
            return run["run"]
        }
        #expect(lacking == [.text("\(cut)")])
    }

    @Test("A run behind the damage is found by its reference and its digits, and explained like any other")
    func behind() throws {
        let run = try #require(hidden.last)
        let number = try #require(FileLog.Reader(log, pastDamage: true).runs.firstIndex(of: run)) + 1
        for choice in [["--reference", "case \(number)"], ["--run", "\(run)"]] {
            let explained = keyway(["explain", log] + choice)
            #expect(explained.code == .problem, "the log is damaged")
            #expect(explained.lines.contains { $0.hasPrefix("It ended in inside") })
            #expect(explained.errors.contains { $0.contains("damaged") } && explained.errors.count == 1)
        }
        let statistics = keyway("stats", log)
        #expect(statistics.lines.first?.hasSuffix("4 runs") == true)
    }

    @Test("The run that lacks a record is told up to the one before it, and what is lost is said")
    func lost() throws {
        for command in ["explain", "replay"] {
            let told = keyway(command, log, "--run", "\(cut)")
            #expect(told.code == .problem && !told.output.isEmpty)
            #expect(told.errors.contains { $0.contains("run \(cut): record") && $0.contains("is lost in the damage") })
            #expect(!told.output.contains("not ended") && told.output.contains("damage"), "\(told.lines)")
        }
        #expect(keyway("why", log, "--run", "\(cut)").errors.first?.contains("lost in damage before it ended") == true)
    }

    @Test("The run that lacks a record is counted as cut by damage, and not as one that goes on")
    func counted() throws {
        let lines = keyway("stats", log).lines
        #expect(lines.contains("  cut by damage, and last in") && !lines.contains("  not ended, and in"), "\(lines)")
    }

    @Test("A page says of the run that lacks records from which record on they are lost")
    func reported() throws {
        #expect(keyway("report", log, "--out", folder.path(of: "page.html")).code == .problem)
        let page = String(decoding: try folder.bytes(of: "page.html"), as: UTF8.self)
        let reader = try FileLog.Reader(log, pastDamage: true)
        let lost = try reader.runs.reversed().map { run in
            try reader.records(of: run).enumerated().first { $0.element.sequence != UInt64($0.offset) }?.offset ?? 0
        }
        #expect(lost.count { $0 > 0 } == 1, "\(lost)")
        #expect(page.contains(#""lost":[\#(lost.map { "\($0)" }.joined(separator: ","))]"#))
    }

    @Test("Asked for a run that is not there, a command tells of the damage as well")
    func missing() throws {
        for choice in [["--reference", "case 9"], ["--run", "ffffffff"]] {
            let asked = keyway(["explain", log] + choice)
            #expect(asked.code == .problem)
            #expect(asked.errors.count == 2 && asked.errors[1].contains("damaged"), "\(asked.errors)")
        }
    }

    @Test("A command without an answer says that the log is damaged, where the answer may be lost")
    func unanswered() throws {
        let other = try folder.write(
            Door.flow.changing("flow Door", to: "flow Gate"), to: "Gate.flow")
        let calls = [
            ["shadow", log], ["compare", log, "--with", other], ["replay", log, "--with", other],
            ["runs", log, "--flow", "Gate"], ["runs", log, "--state", "roof"], ["runs", log, "--outcome", "roof"],
            ["why", log, "--run", "\(cut)"],
        ]
        for words in calls {
            let call = keyway(words)
            #expect(call.code == .problem && call.output.isEmpty)
            #expect(call.errors.count > 1 && call.errors.last?.contains("damaged") == true, "\(words): \(call.errors)")
        }
    }

    @Test("A comparison with a log that lacks records says what it lacks, as one of that log does")
    func compared() throws {
        for (left, right) in [(log, sound), (sound, log)] {
            let call = keyway("compare", left, right, "--format", "json")
            #expect(call.code == .problem)
            let told = try members(of: call.output)
            #expect(told["runs"] == .integer(4) && told["different"] == .integer(1) && told["unknown"] == .integer(0))
            #expect(call.errors.contains { $0.hasPrefix("\(log): run \(cut): record") }, "\(call.errors)")
            // So does a comparison of that one run.
            let one = keyway("compare", left, right, "--run", "\(cut)", "--and", "\(cut)")
            #expect(one.code == .problem)
            #expect(one.errors.contains { $0.hasPrefix("\(log): run \(cut): record") }, "\(one.errors)")
        }
    }

    /// A copy of the sound log in which one run has lost its first record.
    private func withoutBeginning() throws -> (log: String, run: RunID) {
        let other = folder.path(of: "other")
        try FileManager.default.copyItem(atPath: sound, toPath: other)
        let (cut, _) = try Self.damage("other", of: folder) { _, left in left.first.map { $0.sequence > 0 } ?? false }
        return (other, cut)
    }

    @Test("A page lists the run whose beginning is lost, and does not say that the report was stopped")
    func reportedWithoutBeginning() throws {
        let (other, cut) = try withoutBeginning()
        let call = keyway("report", other, "--out", folder.path(of: "page.html"))
        #expect(call.code == .problem && call.lines.first?.hasPrefix("3 runs") == true)
        let page = String(decoding: try folder.bytes(of: "page.html"), as: UTF8.self)
        #expect(page.contains(#""unreadable":[["\#(cut)","record 0 is lost in the damage"#), "the run is listed")
        #expect(!page.contains("The command was stopped") && !page.contains(folder.path))
    }

    @Test("A run that cannot be told in one of two logs does not keep the others from being compared")
    func comparedWithoutBeginning() throws {
        let (other, cut) = try withoutBeginning()
        for (left, right) in [(other, sound), (sound, other)] {
            let call = keyway("compare", left, right, "--format", "json")
            #expect(call.code == .problem)
            let told = try members(of: call.output)
            #expect(told["runs"] == .integer(3) && told["different"] == .integer(0) && told["unknown"] == .integer(0))
            #expect(call.errors.first?.hasPrefix("\(other): run \(cut): record 0 is lost") == true, "\(call.errors)")
        }
    }
}
