import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("Whoever traces an orchestrator")
struct TracingTests {
    private struct IsOffline: Error, CustomStringConvertible { let description = "offline" }

    private struct SignIn: OTPlessSNA.Effects {
        func begin(requestId: String) async throws { throw IsOffline() }
        func stop() async throws {}
        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .confirmed }
    }

    @Test("Is told the records as the log has them, in their order, and every performance with its failure")
    func told() async throws {
        let (log, notes) = (MemoryLog(), TracerNotes())
        let orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in SignIn() }], time: TestClock(), tracer: notes,
            device: { _, _ in Device() }
        )
        let run = try await orchestrator.begin(OTPlessSNA.self)
        #expect(try await run.send(.start(requestId: "ARID_personal")) == .accepted)
        #expect(try await eventually { orchestrator.run(run.id, of: OTPlessSNA.self) == nil })
        let records = try await log.records(of: run.id)
        #expect(try await eventually { notes.told.records == records })
        let told = notes.told
        #expect(told.performed.sorted() == ["begin: offline", "checkStatus"])
        #expect(Set(told.keys).count == 2 && told.keys.allSatisfy { $0.run == run.id })
        #expect(told.waits.allSatisfy { $0 >= .zero })
        #expect(!"\(told.records)".contains("ARID_personal"))
        #expect(told.log.isEmpty)
    }

    @Test("Is told only of records that became durable, and also that the log failed and was opened again")
    func failing() async throws {
        let (memory, notes) = (MemoryLog(), TracerNotes())
        let openings = Lock<[FaultyLog]>([])
        let orchestrator = try await Orchestrator(
            opening: {
                let log = FaultyLog(openings.withLock { $0.isEmpty } ? memory : memory.reopened())
                openings.withLock { $0.append(log) }
                return log
            }, serving: [Orchestrator.Service { _, _ in SignIn() }], time: TestClock(), tracer: notes,
            device: { _, _ in Device() })
        let run = try await orchestrator.begin(OTPlessSNA.self)
        openings.withLock { $0[0] }.fail(with: .inDoubt(FaultyLog.fault))
        #expect(try await run.send(.cancel) == .accepted)
        #expect(try await eventually { notes.told.log.count == 2 })
        let told = notes.told.log
        #expect(told == ["\(LogError.inDoubt(FaultyLog.fault))", "opened"])
        let last = openings.withLock { $0[$0.count - 1] }
        let records = try await last.records(of: run.id)
        #expect(try await eventually { notes.told.records == records })
    }
}
