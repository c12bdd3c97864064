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
    /// The run that lacks records; all others are whole.
    private let cut: RunID
    /// The others of which a reader that stops at the damage knows nothing.
    private let hidden: [RunID]

    /// A log of four runs of the door, named case 1 to case 4, in which a bit has changed, so that one of the first three runs
    /// lacks a record behind its first one.
    init() throws {
        folder = try Door.folder()
        log = folder.path(of: "log")
        for number in 1...4 {
            Door.run(in: folder, "--seed", "\(number)", "--reference", "case \(number)").expectFine()
        }
        let (segment, bytes) = try #require(try folder.contents(of: "log").first)
        let sound = try FileLog.Reader(log)
        let lengths = try sound.runs.map { try sound.records(of: $0).count }
        for position in stride(from: 64, to: (bytes.lastIndex { $0 != 0 } ?? 0), by: 23) {
            var changed = bytes
            changed[position] ^= 0x10
            try folder.replace("log/" + segment, with: changed)
            let before = try FileLog.Reader(log)
            let past = try FileLog.Reader(log, pastDamage: true)
            guard before.runs.count < 4, past.runs == sound.runs else { continue }
            let records = try past.runs.map { try past.records(of: $0) }
            let shorter = records.indices.filter { records[$0].count < lengths[$0] }
            guard shorter.count == 1, shorter[0] < 3, records[shorter[0]].first?.sequence == 0 else { continue }
            cut = past.runs[shorter[0]]
            hidden = past.runs.filter { !before.runs.contains($0) && $0 != past.runs[shorter[0]] }
            return
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
        }
    }

    @Test("Who asks for a run that is not there hears of the damage as well")
    func missing() throws {
        for choice in [["--reference", "case 9"], ["--run", "ffffffff"]] {
            let asked = keyway(["explain", log] + choice)
            #expect(asked.code == .problem)
            #expect(asked.errors.count == 2 && asked.errors[1].contains("damaged"), "\(asked.errors)")
        }
    }
}
