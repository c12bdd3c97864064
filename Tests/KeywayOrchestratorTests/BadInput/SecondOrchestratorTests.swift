import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayRuns
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("A second orchestrator on a log")
struct SecondOrchestratorTests {
    @Test("It does not resume the runs that the first has begun or resumed, and these go on unharmed")
    func liveRuns() async throws {
        let earlier = MemoryLog()
        let old = try await signingIn(earlier).begin(OTPlessSNA.self)
        let log = earlier.reopened()
        let first = try await signingIn(log)
        let resumed = try #require(first.run(old.id, of: OTPlessSNA.self))
        #expect(try await resumed.send(.start(requestId: "ARID_1")) == .accepted)
        let begun = try await first.begin(OTPlessSNA.self, reference: "person 1")
        let second = try await signingIn(log)
        #expect(Set(second.unresumed.map(\.run)) == [old.id, begun.id])
        #expect(second.unresumed.allSatisfy { $0.reason == .isLive })
        #expect(second.unresumed[0].description.hasSuffix("another orchestrator of this process has it"))
        #expect(second.unfinished.isEmpty && second.run(begun.id, of: OTPlessSNA.self) == nil)
        #expect(try await begun.send(.start(requestId: "ARID_2")) == .accepted)
        #expect(try await begun.send(.cancel) == .accepted)
        #expect(try await resumed.send(.cancel) == .accepted)
        #expect(try await eventNames(of: begun.id, in: log) == ["start", "cancel"])
        // The second orchestrator may begin runs of its own.
        #expect(try await second.begin(OTPlessSNA.self).send(.cancel) == .accepted)
    }

    @Test(
        "A run of an earlier process that both resume belongs to the one that writes first; the other hears the conflict"
    )
    func idleRun() async throws {
        let earlier = MemoryLog()
        let id = try await signingIn(earlier).begin(OTPlessSNA.self).id
        let log = earlier.reopened()
        let (first, second) = (try await signingIn(log), try await signingIn(log))
        let own = try await second.begin(OTPlessSNA.self)
        let late = try #require(first.run(id, of: OTPlessSNA.self))
        #expect(try await second.run(id, of: OTPlessSNA.self)?.send(.start(requestId: "ARID_1")) == .accepted)
        let refusal = await #expect(throws: RunError.self) { try await late.send(.start(requestId: "ARID_2")) }
        // How many records there are by then depends on when the other's handlers have returned.
        guard case .log(.conflict(run: id, expected: 1, actual: _)) = refusal else {
            Issue.record("\(String(describing: refusal)) is no conflict")
            return
        }
        await #expect(throws: RunError.stopped) { try await late.send(.cancel) }
        #expect(try await eventNames(of: id, in: log) == ["start"])
        #expect(try await second.run(id, of: OTPlessSNA.self)?.send(.cancel) == .accepted)
        #expect(try await own.send(.cancel) == .accepted)
    }

    @Test("A log of files is not opened twice, and the first opening goes on")
    func fileLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-second-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try FileLog(folder)
        let run = try await signingIn(log).begin(OTPlessSNA.self)
        #expect(throws: FileLog.Failure.locked(path: folder + "/writer.lock")) { try FileLog(folder) }
        await #expect(throws: FileLog.Failure.self) {
            try await Orchestrator(opening: { try FileLog(folder) }, serving: [])
        }
        #expect(try await run.send(.cancel) == .accepted)
        try await log.close()
        #expect(try FileLog.verify(folder).findings.isEmpty)
    }
}
