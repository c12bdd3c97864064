import FlowFixtures
import Keyway
import KeywayLog
import KeywayOrchestrator
import Testing

@Suite("Lanes that live runs share")
struct LaneTests {
    private static let post = """
        flow Post version 1
        command send, done, cancel
        final sent
        final failed
        within 20m -> failed
        on cancel -> failed
        reject other
        state idle waits for user { on send -> waiting }
        group posting {
          lane queue of Mail
          state waiting { enter { take queue } on queue -> working after 5m -> failed }
          state working { on done -> sent after 30s -> failed }
        }
        """

    private struct Nobody: EffectHandler {
        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? { nil }
    }

    private func run(_ lanes: ProviderLanes) throws -> (run: LiveRun, flow: Table) {
        let flow = try LoadedFlow(Self.post)
        let run = try LiveRun(
            of: flow.table, annotations: flow.annotations, log: MemoryLog(), handler: Nobody(), time: ManualTime(),
            sources: ProviderSources(), lanes: lanes)
        return (run, flow.table)
    }

    private func state(_ run: (run: LiveRun, flow: Table)) -> String { run.flow.states[run.run.state.state].name }

    private func send(_ command: String, to run: (run: LiveRun, flow: Table)) throws {
        try run.run.send(try #require(run.flow.event(named: command)))
    }

    @Test("One run at a time holds a lane, in the order in which they asked, and whoever leaves makes room")
    func turns() throws {
        let lanes = ProviderLanes()
        let runs = try (0..<4).map { _ in try run(lanes) }
        for run in runs { try send("send", to: run) }
        #expect(runs.map(state) == ["working", "waiting", "waiting", "waiting"])
        try send("done", to: runs[0])
        #expect(runs.map(state) == ["sent", "working", "waiting", "waiting"])
        // One who waits may go; the next in line is not affected.
        try send("cancel", to: runs[2])
        try send("cancel", to: runs[1])
        #expect(runs.map(state) == ["sent", "failed", "failed", "working"])
    }

    @Test("Runs with other lanes do not wait for each other")
    func others() throws {
        let runs = try (0..<2).map { _ in try run(ProviderLanes()) }
        for run in runs { try send("send", to: run) }
        #expect(runs.map(state) == ["working", "working"])
    }
}
