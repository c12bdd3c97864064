import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("A live run")
struct LiveRunTests {
    private static func live(
        _ behaviour: Backend.Behaviour, log: any EventLog = MemoryLog(), time: any Orchestrator.TimeSource = TestClock()
    ) async throws -> (run: LiveRun, backend: Backend, flow: LoadedFlow) {
        let flow = try LoadedFlow(quickFlow)
        let backend = Backend(of: flow.table, behaviour)
        return (try await LiveRun.begin(flow, in: log, backend, time: time), backend, flow)
    }

    static let told = RawValue.object(["kind": .text("TOLD")])

    @Test("An answer of the handler comes back as an event, and the states end with the run")
    func answered() async throws {
        let log = MemoryLog()
        let (run, backend, flow) = try await Self.live(.answers("yes"), log: log)
        let states = run.states
        #expect(try await run.send(named: "start") == .accepted)
        #expect(try await names(states, of: flow.table) == ["idle", "asking", "done"])
        for await _ in run.failures {}
        #expect(backend.performedEffects == ["prepare"])
        #expect(try await run.send(named: "start") == .rejected(.ended))
        let replay = try Replay(of: try await log.records(of: run.id))
        #expect(replay.disagreement == nil)
        #expect(replay.timeline.final == "done")
    }

    @Test("An error, a wrong reply and silence are all the effect's 'otherwise'", arguments: [0, 1, 2])
    func otherwise(_ number: Int) async throws {
        let flow = try LoadedFlow(quickFlow)
        let told = try #require(flow.table.event(named: "told"))
        let behaviours: [Backend.Behaviour] = [.throwsError, .answersWith(EffectAnswer(reply: told)), .hangs]
        let (time, log) = (TestClock(), MemoryLog())
        let (run, _, _) = try await Self.live(behaviours[number], log: log, time: time)
        var names: [String] = []
        let states = run.states
        try await run.send(named: "start")
        for try await state in states {
            let name = flow.table.states[state.state].name
            names.append(name)
            // Only a handler that hangs needs the effect's time limit; the deadline of `waiting` ends the run.
            if name == "asking", number == 2 { time.advance(by: .milliseconds(60)) }
            if name == "waiting" { time.advance(by: .milliseconds(30)) }
        }
        #expect(names == ["idle", "asking", "waiting", "failed"])
        let causes = try await log.records(of: run.id).compactMap { record -> Cause? in
            if case .event(let event) = record.content { event.cause } else { nil }
        }
        #expect(causes == [.asked, number == 2 ? .limit : .failed, .timer])
    }

    @Test("The system's time wakes whoever sleeps, and never before the instant")
    func systemTime() async throws {
        let time = Orchestrator.SystemTime()
        let instant = time.now.advanced(byMilliseconds: 5)
        try await time.sleep(until: instant)
        #expect(time.now >= instant)
    }

    @Test("Callbacks from eight threads at once are all recorded, in one order that replays")
    func manyThreads() async throws {
        let log = MemoryLog()
        let (run, _, _) = try await Self.live(.hangs, log: log)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5 { run.deliver(Self.told) }
                }
            }
        }
        let records = try await log.records(of: run.id)
        #expect(records.count == 1 + 8 * 5)
        #expect(records.map(\.sequence) == Array(0...40))
        #expect(try Replay(of: records).disagreement == nil)
    }

    @Test("A command sent from inside a handler is decided after the effects before it have begun")
    func reentrance() async throws {
        final class Impatient: EffectHandler {
            let table: Table
            let run = Lock<LiveRun?>(nil)
            let begun = Lock<[String]>([])
            init(table: Table) { self.table = table }
            nonisolated(nonsending) func perform(_ order: EffectOrder, of id: RunID, in leg: String?) async throws
                -> EffectAnswer?
            {
                let effect = table.effects[order.effect]
                begun.withLock { $0.append(effect.name) }
                if effect.name == "prepare", let run = run.withLock({ $0 }) {
                    _ = try? await run.send(named: "cancel")
                }
                if effect.replies != nil { try await Task.sleep(for: .seconds(3600)) }
                return nil
            }
        }
        let flow = try LoadedFlow(quickFlow)
        let handler = Impatient(table: flow.table)
        let run = try await LiveRun.begin(flow, handler)
        handler.run.withLock { $0 = run }
        let states = run.states
        try await run.send(named: "start")
        #expect(try await names(states, of: flow.table) == ["idle", "asking", "failed"])
        // The question to the backend was ordered with `prepare`, and `stop` by the command.
        for await _ in run.failures {}
        #expect(handler.begun.withLock { $0 } == ["prepare", "ask", "stop"])
    }

    @Test("The end of each order whose effect has no replies is on record, and only then the log lists the run as over")
    func ordersClose() async throws {
        let log = MemoryLog()
        let (run, _, _) = try await Self.live(.answers("yes"), log: log)
        #expect(log.openRuns(after: nil, limit: 9).map(\.run) == [run.id])
        try await run.send(named: "start")
        for await _ in run.failures {}
        await run.settled()
        let closed = try await log.records(of: run.id).compactMap { record -> Closing? in
            if case .closed(_, let closing) = record.content { closing } else { nil }
        }
        #expect(closed == [.returned])
        #expect(log.openRuns(after: nil, limit: 9).isEmpty)
    }

    @Test("A handler finds the key of each order that it performs in its route, and no two keys are equal")
    func keys() async throws {
        final class Keeping: EffectHandler {
            let keys = Lock<[EffectOrder.Key?]>([])
            nonisolated(nonsending) func perform(
                _ order: EffectOrder, of run: RunID, in leg: String?
            ) async throws -> EffectAnswer? {
                let key = CallbackRoute.current?.key
                keys.withLock { $0.append(key) }
                return nil
            }
        }
        let (flow, handler, log) = (try LoadedFlow(CallbackRouteTests.text), Keeping(), MemoryLog(salt: 77))
        let run = try await LiveRun.begin(flow, in: log, handler)
        for command in ["start", "again", "again"] { try await run.send(named: command) }
        #expect(try await eventually { handler.keys.withLock { $0.count } == 3 })
        let keys = handler.keys.withLock { $0.compactMap { $0 } }
        #expect(Set(keys).count == 3)
        #expect(keys.allSatisfy { $0.run == run.id && $0.salt == 77 })
    }
}
