import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

/// A log that another process may take over: nothing is performed without its lease.
@Suite("The lease of a log")
struct LeaseTests {
    private let log = FaultyLog()
    private let handler: NotingHandler
    private let run: LiveRun

    init() async throws {
        let flow = try LoadedFlow(RecoveryTests.text)
        handler = NotingHandler(of: flow.table) { effect, _ in effect == "charge" ? "paid" : nil }
        run = try await LiveRun.begin(flow, in: log, handler)
    }

    @Test("An order that is durable is not performed while the lease has lapsed, and is when it is held again")
    func lapsed() async throws {
        log.lease = .lapsed
        #expect(try await run.send(named: "pay") == .accepted)
        try await Task.sleep(for: .milliseconds(60))
        #expect(handler.performedEffects.isEmpty && run.durableStateName == "paying")
        log.lease = .held
        #expect(try await eventually { run.durableStateName == "done" })
        #expect(handler.performedEffects == ["beep", "charge"])
    }

    @Test("An order is never performed once another process has the log, and the run stops")
    func lost() async throws {
        log.lease = .lapsed
        #expect(try await run.send(named: "pay") == .accepted)
        log.refuse(with: .fenced)
        log.lease = .lost
        #expect(try await eventually { run.isStopped })
        #expect(handler.performedEffects.isEmpty)
        await #expect(throws: RunError.stopped) { try await run.send(named: "cancel") }
        #expect(try await eventually { run.orchestrator.logFailure as? LogError == .fenced })
    }

    @Test("A run that only waits is stopped as well once another process has the log, and nothing begins any more")
    func resting() async throws {
        log.lease = .lost
        #expect(try await eventually { run.isStopped })
        #expect(try await eventually { run.orchestrator.logFailure as? LogError == .fenced })
        await #expect(throws: RunError.log(.fenced)) { try await run.orchestrator.begin(run.orchestrator.onlyFlow) }
    }

    @Test("A run that is stopped while the lease has lapsed performs nothing, and does not wait for ever")
    func stopped() async throws {
        log.lease = .lapsed
        #expect(try await run.send(named: "pay") == .accepted)
        try await run.orchestrator.shutDown(within: .milliseconds(50))
        #expect(try await eventually { !run.isPerforming })
        #expect(handler.performedEffects.isEmpty)
    }

    @Test(
        "A conflict or an invalid record that a log reports stops the run, and who asked hears it",
        arguments: [true, false])
    func conflict(isConflict: Bool) async throws {
        let error: LogError =
            isConflict
            ? .conflict(run: run.id, expected: 1, actual: 4)
            : .invalid(
                run: run.id, .earlier(sequence: 1, time: Instant(milliseconds: 0), than: Instant(milliseconds: 1)))
        log.fail(with: error)
        await #expect(throws: RunError.log(error)) { try await run.send(named: "pay") }
        #expect(run.isStopped && run.durableStateName == "idle")
        #expect(handler.performedEffects.isEmpty)
    }
}
