import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Whether a log has a run that is to go on")
struct OpenRunsTests {
    @Test("A run counts as long as it goes on")
    func goingOn() async throws {
        let phone = Phone(try LoadedFlow(RecoveryTests.text))
        let orchestrator = try await phone.start()
        #expect(try await !orchestrator.hasOpenRuns)
        let run = try await orchestrator.begin(phone.running)
        #expect(try await orchestrator.hasOpenRuns)
        try await run.send(named: "cancel")
        #expect(try await eventually { try await !orchestrator.hasOpenRuns })
    }

    @Test("A run that was stopped counts: it goes on when the log is opened again")
    func stopped() async throws {
        let phone = Phone(try LoadedFlow(RecoveryTests.text))
        let orchestrator = try await phone.start()
        let run = try await orchestrator.begin(phone.running)
        run.stop(because: .stopped)
        #expect(try await eventually { orchestrator.live(run.id) == nil })
        #expect(orchestrator.unfinished.isEmpty)
        #expect(try await orchestrator.hasOpenRuns)
        #expect(try await phone.start().live(run.id) != nil)
    }

    @Test("A run counts whose key store gave no answer, and one whose last handler has not returned")
    func notResumed() async throws {
        let keys = TestKeys()
        let phone = Phone(try LoadedFlow(KeyTests.text), keys: keys)
        let run = try await phone.start().begin(phone.running)
        keys.fail(.outage)
        let second = try await phone.start()
        #expect(second.unfinished.isEmpty && second.unresumed.map(\.run) == [run.id])
        #expect(try await second.hasOpenRuns)
        let telling = Phone(
            try LoadedFlow(
                """
                flow Telling version 1
                command start, cancel
                effect tell
                final done
                within 20m -> done
                on cancel -> done
                reject other
                state idle waits for user { on start -> done { do tell } }
                """)
        ) { _, _ in
            try await hang()
            return nil
        }
        let third = try await telling.start()
        try await third.begin(telling.running).send(named: "start")
        #expect(third.unfinished.isEmpty)
        #expect(try await third.hasOpenRuns)
    }
}
