import KeywayFileLog
import ProviderFiles
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("keyway demo", .longComputation)
struct DemoTests {
    @Test("Every shipped transcript ends as expected, and its replay is equal")
    func all() throws {
        let folder = try TemporaryFolder()
        let call = keyway("demo", in: folder.path)
        let count = ShippedFile.transcripts.count
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        #expect(call.lines.last == "\(count) of \(count) transcripts as expected, \(count) of \(count) replays equal")
        #expect(call.lines.count { $0.hasPrefix("ok  ") } == count)
        #expect(call.lines.contains { $0.hasPrefix("log: \(folder.path)/keyway-") })
    }

    @Test("The log is put where it is asked for, and may be there already")
    func chosenLog() throws {
        let folder = try TemporaryFolder()
        let log = folder.path(of: "log")
        #expect(keyway("demo", "--log", log).code == .fine)
        #expect(keyway("demo", "--log", log).code == .fine)
        #expect(try FileLog.Reader(log).runs.count == 2 * ShippedFile.transcripts.count)
        #expect(keyway("verify", log).code == .fine)
    }

    @Test(
        "What an export writes of all shipped transcripts is imported without loss: every record, table and open order")
    func importedAgain() throws {
        let folder = try TemporaryFolder()
        let (log, other, file) = (folder.path(of: "log"), folder.path(of: "other"), folder.path(of: "runs.jsonl"))
        keyway("demo", "--log", log).expectFine()
        keyway("export", log, "--jsonl", file).expectFine()
        keyway("import", "jsonl", file, "--log", other).expectFine()
        let (exported, imported) = (try FileLog.Reader(log), try FileLog.Reader(other))
        #expect(imported.runs == exported.runs)
        for run in exported.runs {
            #expect(try imported.records(of: run) == exported.records(of: run))
            #expect(imported.isOpen(run) == exported.isOpen(run))
        }
        #expect(keyway("verify", other).code == .fine)
        #expect(keyway("compare", log, other).code == .fine)
        // Runs that are there with the same records are passed over.
        keyway("import", "jsonl", file, "--log", other).expectFine()
        #expect(try FileLog.Reader(other).runs == exported.runs)
    }

    @Test("A folder that is no log is refused")
    func foreign() throws {
        let folder = try Door.folder()
        let call = keyway("demo", "--log", folder.path)
        #expect(call.code == .problem)
        #expect(call.output.isEmpty)
    }
}
