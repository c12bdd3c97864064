import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import LoginFixtures
import Testing

/// A flow may declare a personal variable that always has a value; the log never has that value.
@Suite("A variable that is never absent, in a run that came back without its value")
struct RequiredValueTests {
    private struct Door: GuestVisit.Effects {
        func welcome(name: String) async throws {}
    }

    @Test("The run is observed with the value as long as its process lives, and without it in the next one")
    func situations() async throws {
        let log = MemoryLog()
        let time = TestClock()
        func start(_ log: MemoryLog) async throws -> Orchestrator {
            try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in Door() }], time: time)
        }
        func present(_ run: Run<GuestVisit>?) async throws -> Run<GuestVisit>.Situation? {
            for try await situation in try #require(run).situations { return situation }
            return nil
        }
        let run = try await start(log).begin(GuestVisit.self)
        #expect(try await present(run)?.context.name == "guest")
        #expect(try await run.send(.start(name: "Asha")) == .accepted)
        #expect(try await present(run)?.context.name == "Asha")
        let recovered = try await start(log.reopened()).run(run.id, of: GuestVisit.self)
        let situation = try await present(recovered)
        #expect(situation?.state == .inside && situation?.context.name == nil)
        #expect(try await recovered?.send(.leave) == .accepted)
    }

    @Test("The test of an app sees it in the same way")
    func testRun() async throws {
        let test = try await TestRun(GuestVisit.self, isExhaustive: false) { Door() }
        try await test.send(.start(name: "Asha"))
        #expect(test.context.name == "Asha")
        try await test.crash()
        #expect(test.state == .inside && test.context.name == nil)
        // The flow does not ask for its values, so that the key brings nothing back.
        try await test.crash(withValues: true)
        #expect(test.state == .inside && test.context.name == nil)
        try await test.send(.leave)
        try await test.finish()
    }
}
