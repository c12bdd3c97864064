import FlowFixtures
import Keyway
import KeywayLog
import Testing

@testable import KeywayOrchestrator

@Suite("Lanes that live runs share")
struct LaneTests {
    private struct Nobody: EffectHandler {
        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? { nil }
    }

    private func run(_ lanes: ProviderLanes) throws -> (run: LiveRun, flow: Table) {
        let flow = try LoadedFlow(PostFlow.text)
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

    @Test("Who asks again stands at the end of the line, though a grant of its first place is on its way")
    func askingAgain() throws {
        let lanes = ProviderLanes()
        let (grants, other) = (Lock<[String]>([]), Lock<(@Sendable () -> Void)?>(nil))
        @Sendable func standing(_ run: RunID, _ number: Int) -> LaneStanding {
            LaneStanding(run: run, leg: 0, lane: 0, number: number)
        }
        let runs = (0..<4).map { RunID(high: 0, low: UInt64($0)) }
        @Sendable func ask(_ run: Int, number: Int = 1, of provider: String) {
            lanes.ask(standing(runs[run], number), of: provider) {
                grants.withLock { $0.append("\(run) \(provider) \(number)") }
                other.withLock { body in
                    defer { body = nil }
                    return body
                }?()
            }
        }
        ask(0, of: "A")
        ask(0, number: 2, of: "B")
        for run in 1...2 { ask(run, of: "B") }
        ask(3, of: "A")
        // While the third is told of the one lane, the first is to be told of the other, and asks for it anew.
        other.withLock { body in
            body = {
                lanes.free(standing(runs[0], 2))
                lanes.free(standing(runs[1], 1))
                ask(1, number: 2, of: "B")
            }
        }
        lanes.free(standing(runs[0], 1))
        #expect(grants.withLock { $0 } == ["0 A 1", "0 B 2", "3 A 1", "2 B 1"])
        lanes.free(standing(runs[2], 1))
        #expect(grants.withLock { $0.last } == "1 B 2")
    }

    @Test("A place that was given up is not the place of who asks again")
    func places() throws {
        var places = LanePlaces()
        let first = places.ask(for: 0, of: 1, in: RunID(high: 1, low: 1))
        #expect(places.free(0, of: 1) == first && places.free(0, of: 1) == nil)
        let second = places.ask(for: 0, of: 1, in: RunID(high: 1, low: 1))
        #expect(places.contains(second) && !places.contains(first))
    }

    @Test("A long line of runs that have waited too long empties without calling itself")
    func longLine() throws {
        let (flow, lanes, time) = (try LoadedFlow(PostFlow.text), ProviderLanes(), StillTime())
        let depths = Lock<[UInt]>([])
        let runs = try (0..<200).map { _ in
            let log = HookedLog()
            let run = try LiveRun(
                of: flow.table, annotations: flow.annotations, log: log, handler: Nobody(), time: time,
                sources: ProviderSources(), lanes: lanes)
            try run.send(named: "send")
            log.beforeNextAppend {
                var here = 0
                let depth = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
                depths.withLock { $0.append(depth) }
            }
            return run
        }
        time.pass(600_000)
        try runs[0].send(named: "done")
        #expect(runs.allSatisfy { flow.table.states[$0.state.state].name == "failed" })
        let ends = depths.withLock { ($0.min() ?? 0, $0.max() ?? 0) }
        #expect(ends.1 - ends.0 < 16_384)
    }

    @Test("Runs with other lanes do not wait for each other")
    func others() throws {
        let runs = try (0..<2).map { _ in try run(ProviderLanes()) }
        for run in runs { try send("send", to: run) }
        #expect(runs.map(state) == ["working", "working"])
    }
}
