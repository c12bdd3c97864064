import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@Suite("A run whose parameters an app chooses")
struct ParameterTests {
    @Test("What is chosen counts, and the others are what the flow says")
    func chosen() async throws {
        let test = try await TestRun(OTPlessSNA.self, parameters: .init(patience: .seconds(60)), isExhaustive: false) {
            DecidedApp(status: .pending)
        }
        #expect(test.context.patience == .seconds(60))
        #expect(test.context.session == OTPlessSNA.Parameters().session)
        try await test.send(.start(requestId: "ARID_1"))
        try await test.advance(by: .seconds(59) + .milliseconds(999))
        try test.expectState(.running)
        try await test.advance(by: .milliseconds(1))
        try test.expectState(.failed)
        #expect(test.context.why == .silent)
    }

    @Test("A value outside its range is refused before anything is recorded", arguments: [0, 29, 121])
    func outside(seconds: Int) async throws {
        let log = MemoryLog()
        let orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in DecidedApp(status: .pending) }])
        await #expect {
            try await orchestrator.begin(OTPlessSNA.self, parameters: .init(patience: .seconds(seconds)))
        } throws: { error in
            if case RunError.invalidInput = error { true } else { false }
        }
        #expect(log.runs.isEmpty)
    }
}
