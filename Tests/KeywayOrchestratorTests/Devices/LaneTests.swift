import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

/// The runs follow `PostFlow`: `send` brings a run to `waiting`, where it asks for the lane, and the grant to `working`, where it holds it.
@Suite("Lanes that live runs share")
struct LaneTests {
    /// A handler that does nothing.
    private final class IdleHandler: EffectHandler {
        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? { nil }
    }

    private func begin(
        _ lanes: Device.Lanes, in log: any EventLog = MemoryLog(), time: any Orchestrator.TimeSource = TestClock()
    ) async throws -> LiveRun {
        try await LiveRun.begin(try LoadedFlow(PostFlow.text), in: log, IdleHandler(), time: time, lanes: lanes)
    }

    /// The names of the states that the runs show, once all that follows from their durable records was carried out. A run shows a state
    /// only when the record by which it came there is durable.
    private func states(_ runs: [LiveRun]) async -> [String] {
        for run in runs { await run.settled() }
        return runs.map(\.durableStateName)
    }

    private func beginRuns(_ count: Int, _ lanes: Device.Lanes) async throws -> [LiveRun] {
        var runs: [LiveRun] = []
        for _ in 0..<count { runs.append(try await begin(lanes)) }
        return runs
    }

    @Test("One run at a time holds a lane, in the order of asking; a run that ends or stops waiting makes room")
    func turns() async throws {
        let runs = try await beginRuns(4, Device.Lanes())
        for run in runs { try await run.send(named: "send") }
        #expect(await states(runs) == ["working", "waiting", "waiting", "waiting"])
        try await runs[0].send(named: "done")
        #expect(await states(runs) == ["sent", "working", "waiting", "waiting"])
        // A run that waits may leave the line, which does not affect the others.
        try await runs[2].send(named: "cancel")
        try await runs[1].send(named: "cancel")
        #expect(await states(runs) == ["sent", "failed", "failed", "working"])
    }

    @Test("A lane is granted only after the record by which it was given back is durable")
    func durableFirst() async throws {
        let (lanes, log) = (Device.Lanes(), FaultyLog())
        let runs = [try await begin(lanes, in: log), try await begin(lanes)]
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

    @Test(
        "A run that has ended, or was stopped because another process has its log, is not put in line afterwards",
        arguments: [true, false])
    func askingBehindTheEnd(hasEnded: Bool) async throws {
        let (lanes, log) = (Device.Lanes(), FaultyLog())
        let runs = [try await begin(lanes, in: log), try await begin(lanes)]
        try await runs[0].send(named: "send")
        #expect(await states(runs) == ["working", "idle"])
        let request = try #require(runs[0].withState { $0.machine.lanes.first })
        if hasEnded {
            try await runs[0].send(named: "done")
        } else {
            log.lease = .lost
            #expect(try await eventually { runs[0].isStopped })
        }
        await runs[0].settled()
        // A recovered run asks for its lanes again by such an item, behind all that has come to the run by then.
        runs[0].post([.consequence(.ask(request))])
        await runs[0].settled()
        try await runs[1].send(named: "send")
        #expect(await states(runs).last == "working")
    }

    @Test("A long line of runs that have waited too long empties at once, and none of them keeps the lane")
    func longLine() async throws {
        let (lanes, time) = (Device.Lanes(), TestClock())
        var runs: [LiveRun] = []
        for _ in 0..<200 {
            let run = try await begin(lanes, time: time)
            try await run.send(named: "send")
            runs.append(run)
        }
        // The clock moves but wakes no run, as if every thread were late: all deadlines are past, and no run has noticed yet.
        time.pass(.seconds(600))
        // The first run ends and frees the lane. At the grant the next run notices that its own deadline is past, and ends, and so on.
        try await runs[0].send(named: "done")
        #expect(try await eventually { Set(runs.map(\.durableStateName)) == ["failed"] })
        let next = try await begin(lanes, time: time)
        try await next.send(named: "send")
        #expect(await states([next]) == ["working"])
    }

    @Test("Runs with different lanes do not wait for each other")
    func differentLanes() async throws {
        var runs: [LiveRun] = []
        for _ in 0..<2 { runs.append(try await begin(Device.Lanes())) }
        for run in runs { try await run.send(named: "send") }
        #expect(await states(runs) == ["working", "working"])
    }
}
