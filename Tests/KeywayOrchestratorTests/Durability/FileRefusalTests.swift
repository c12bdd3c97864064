import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("A log of files that takes no more")
struct FileRefusalTests {
    /// A log in a folder of its own that writes only when a test says so, is overloaded from 2,000 bytes on that are not durable, and takes
    /// none from 4,000 on.
    private final class DrivenFile: Sendable {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-refusal-\(UUID())").path
        let log: FileLog

        init() throws {
            var generator = SeededGenerator(seed: 1)
            log = try FileLog(
                folder, in: SystemFileSystem(), segmentSize: 65_536, undurableLimit: 2000, isDriven: true,
                drawing: &generator)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func begin() async throws -> LiveRun {
            let flow = try LoadedFlow(OverrunAppendTests.text)
            let beginning = Task {
                try await LiveRun.begin(flow, in: log, NotingHandler(of: flow.table), time: TestClock())
            }
            #expect(
                try await eventually {
                    log.writeTaken()
                    return log.runs.count == 1
                })
            return try await beginning.value
        }
    }

    @Test("Full, it refuses the next record; the run stops, and observers are told of all records that it took before")
    func overloaded() async throws {
        let file = try DrivenFile()
        let run = try await file.begin()
        let states = run.states
        var delivered = 0
        while !run.isStopped, delivered < 1000 {
            run.deliver(LiveRunTests.told)
            delivered += 1
        }
        try #require(run.isStopped)
        #expect(delivered > 2)
        #expect(try await file.log.records(of: run.id).count == 1)
        await #expect(throws: RunError.log(.overloaded)) { try await run.send(named: "count") }
        file.log.writeTaken()
        var observed = 0
        await #expect(throws: RunError.log(.overloaded)) { for try await _ in states { observed += 1 } }
        // The last callback was refused: the observer is told of the beginning and of all earlier callbacks.
        #expect(observed == delivered)
        #expect(try await run.events(in: file.log) == [String](repeating: "told: stayed", count: delivered - 1))
        await #expect(throws: RunError.stopped) { try await run.send(named: "count") }
        file.log.writeTaken()
        #expect(try await file.log.records(of: run.id).count == delivered)
    }

    @Test("Closed, it refuses the next record and has all earlier ones; the run stops and says so")
    func closed() async throws {
        let file = try DrivenFile()
        let run = try await file.begin()
        let states = run.states
        run.deliver(LiveRunTests.told)
        try await file.log.close()
        await #expect(throws: RunError.log(.closed)) { try await run.send(named: "count") }
        try #require(run.isStopped)
        var observed = 0
        await #expect(throws: RunError.log(.closed)) { for try await _ in states { observed += 1 } }
        #expect(observed == 2)
        #expect(try await run.events(in: file.log) == ["told: stayed"])
        #expect(try FileLog.verify(file.folder).findings.isEmpty)
    }
}
