import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("Runs that are all due at one instant")
struct ManyDueTests {
    private static let count = 300

    private func orchestrator(
        in folder: String, _ clock: TestClock, undurableLimit: Int
    ) async throws -> Orchestrator {
        struct SignIn: OTPlessSNA.Effects {
            func begin(requestId: String) async throws {}
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
        }
        let log = try FileLog(folder, undurableLimit: undurableLimit)
        return try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in SignIn() }], time: clock, device: { _, _ in Device() })
    }

    /// The states that the runs are in by their last records, each once: by its position in the table, as text.
    private func ends(in folder: String) throws -> Set<String> {
        let reader = try FileLog.Reader(folder)
        return try Set(
            reader.runs.map { run in
                let last = try reader.records(of: run).compactMap(\.event).last
                return last.map { "\($0.outcome.state)" } ?? "no event"
            })
    }

    @Test("They all end, though the log has room for few: what is due waits for room", arguments: [false, true])
    func due(afterARestart isRestarted: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-due-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = TestClock(at: Instant(milliseconds: 1_000_000))
        var present = try await orchestrator(in: folder, clock, undurableLimit: isRestarted ? 8 << 20 : 1 << 10)
        for _ in 0..<Self.count { _ = try await present.begin(OTPlessSNA.self) }
        #expect(present.unfinished.count == Self.count)
        if isRestarted {
            try await present.shutDown()
            clock.advance(by: .seconds(16 * 60))
            present = try await orchestrator(in: folder, clock, undurableLimit: 1 << 10)
        } else {
            clock.advance(by: .seconds(16 * 60))
        }
        #expect(try await eventually { present.unfinished.isEmpty })
        try await present.shutDown()
        let finals = try ends(in: folder)
        let failed = try #require(OTPlessSNA.table.states.firstIndex { $0.name == "failed" })
        #expect(finals == ["\(failed)"])
    }
}
