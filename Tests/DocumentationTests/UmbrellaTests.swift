import Keyway
import ProviderFlows
import Testing

/// No module of the library is imported here but the one that an app imports, so that this file compiles only if it is enough.
@Suite("What an app can do that imports Keyway alone")
struct UmbrellaTests {
    private func isInDoubt(_ error: RunError) -> Bool {
        if case .log(.inDoubt) = error { true } else { false }
    }

    @Test("Such an app hands any log to an orchestrator, reads a run's records, and tells the errors of a log apart")
    func log() async throws {
        let log: any EventLog = MemoryLog()
        #expect(log.durability == .memory)
        let orchestrator = try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in SignIn() }])
        let run = try await orchestrator.begin(OTPlessSNA.self)
        let records = try await log.records(of: run.id)
        #expect(records.first?.sequence == 0 && records.first?.run == run.id)
        #expect(try Replay(of: records).timeline.kind == .live)
        try await orchestrator.shutDown()
        #expect(!isInDoubt(.log(.closed)) && !isInDoubt(.shutDown))
    }
}
