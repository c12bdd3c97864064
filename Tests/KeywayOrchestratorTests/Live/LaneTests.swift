import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Lanes that live runs share")
struct LaneTests {
    /// A handler that does nothing.
    private final class Nobody: EffectHandler {
        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? { nil }
    }

    private func run(
        _ lanes: Device.Lanes, in log: any EventLog = MemoryLog(), time: any Orchestrator.TimeSource = TestClock()
    ) async throws -> LiveRun {
        try await LiveRun.begin(try LoadedFlow(PostFlow.text), in: log, Nobody(), time: time, lanes: lanes)
    }

    /// The names of the runs' states, once all that followed from durable records was carried out.
    private func states(_ runs: [LiveRun]) async -> [String] {
        for run in runs { await run.settled() }
        return runs.map(\.shownState)
    }

    private func runs(_ count: Int, _ lanes: Device.Lanes) async throws -> [LiveRun] {
        var runs: [LiveRun] = []
        for _ in 0..<count { runs.append(try await run(lanes)) }
        return runs
    }

    @Test("One run at a time holds a lane, in the order in which they asked, and whoever leaves makes room")
    func turns() async throws {
        let runs = try await runs(4, Device.Lanes())
        for run in runs { try await run.send(named: "send") }
        #expect(await states(runs) == ["working", "waiting", "waiting", "waiting"])
        try await runs[0].send(named: "done")
        #expect(await states(runs) == ["sent", "working", "waiting", "waiting"])
        // A run that waits may leave the line, which does not affect the others.
        try await runs[2].send(named: "cancel")
        try await runs[1].send(named: "cancel")
        #expect(await states(runs) == ["sent", "failed", "failed", "working"])
    }

    @Test("A lane is granted only once the record is durable by which the run before gave it back")
    func durableFirst() async throws {
        let (lanes, log) = (Device.Lanes(), FaultyLog())
        let runs = [try await run(lanes, in: log), try await run(lanes)]
        for run in runs { try await run.send(named: "send") }
        #expect(await states(runs) == ["working", "waiting"])
        log.stall()
        let done = Task { try await runs[0].send(named: "done") }
        #expect(try await eventually { log.waiting == 1 })
        #expect(await states(runs) == ["working", "waiting"])
        log.resume()
        #expect(try await done.value == .accepted)
        #expect(await states(runs) == ["sent", "working"])
    }

    @Test("A long line of runs that have waited too long empties at once, and none of them keeps the lane")
    func longLine() async throws {
        let (lanes, time) = (Device.Lanes(), TestClock())
        var runs: [LiveRun] = []
        for _ in 0..<200 {
            let run = try await run(lanes, time: time)
            try await run.send(named: "send")
            runs.append(run)
        }
        time.pass(.seconds(600))
        // Each one that ends makes room for the next, which has waited too long and ends when it is granted.
        try await runs[0].send(named: "done")
        #expect(try await eventually { Set(runs.map(\.shownState)) == ["failed"] })
        let next = try await run(lanes, time: time)
        try await next.send(named: "send")
        #expect(await states([next]) == ["working"])
    }

    @Test("Runs with other lanes do not wait for each other")
    func others() async throws {
        var runs: [LiveRun] = []
        for _ in 0..<2 { runs.append(try await run(Device.Lanes())) }
        for run in runs { try await run.send(named: "send") }
        #expect(await states(runs) == ["working", "working"])
    }
}
