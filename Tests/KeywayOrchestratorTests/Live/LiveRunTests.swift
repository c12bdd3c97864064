import FlowFixtures
import Keyway
import KeywayLog
import KeywayOrchestrator
import KeywayReplay
import Testing

@Suite("A live run")
struct LiveRunTests {
    private static func live(
        _ behaviour: Backend.Behaviour, log: any EventLog = MemoryLog(), time: ManualTime = ManualTime()
    ) throws -> (run: LiveRun, backend: Backend, flow: LoadedFlow) {
        let flow = try LoadedFlow(quickFlow)
        let backend = Backend(of: flow.table, behaviour)
        let run = try LiveRun(
            of: flow.table, annotations: flow.annotations, log: log, handler: backend, time: time)
        return (run, backend, flow)
    }

    private static func names(_ states: AsyncThrowingStream<RunState, any Error>, of table: Table) async throws
        -> [String]
    {
        var names: [String] = []
        for try await state in states { names.append(table.states[state.state].name) }
        return names
    }

    @Test("An answer of the handler comes back as an event, and the states end with the run")
    func answered() async throws {
        let log = MemoryLog()
        let (run, backend, flow) = try Self.live(.answers("yes"), log: log)
        let states = run.states
        let start = try #require(flow.table.event(named: "start"))
        #expect(try run.send(start) == .accepted)
        #expect(try await Self.names(states, of: flow.table) == ["idle", "asking", "done"])
        for await _ in run.failures {}
        #expect(backend.beginnings == ["prepare"])
        #expect(try run.send(start) == .rejected(.ended))
        let replay = try replay(log.records(of: run.id))
        #expect(replay.disagreement == nil)
        #expect(replay.timeline.final == "done")
    }

    @Test("An error, a wrong reply and silence are all the effect's 'otherwise'", arguments: [0, 1, 2])
    func otherwise(_ number: Int) async throws {
        let flow = try LoadedFlow(quickFlow)
        let told = try #require(flow.table.event(named: "told"))
        let behaviours: [Backend.Behaviour] = [.throwsError, .answersWith(EffectAnswer(reply: told)), .hangs]
        let time = ManualTime()
        let (run, _, _) = try Self.live(behaviours[number], time: time)
        var names: [String] = []
        let states = run.states
        try run.send(try #require(flow.table.event(named: "start")))
        for try await state in states {
            let name = flow.table.states[state.state].name
            names.append(name)
            // Only silence needs the limit; the state's own deadline ends the run.
            if name == "asking", number == 2 { time.advance(byMilliseconds: 60) }
            if name == "waiting" { time.advance(byMilliseconds: 30) }
        }
        #expect(names == ["idle", "asking", "waiting", "failed"])
    }

    @Test("The system's time wakes whoever sleeps, and never before the instant")
    func systemTime() async throws {
        let time = SystemTime()
        let instant = time.now.advanced(byMilliseconds: 5)
        try await time.sleep(until: instant)
        #expect(time.now >= instant)
    }

    @Test("Callbacks from eight threads at once are all recorded, in one order that replays")
    func manyThreads() async throws {
        let log = MemoryLog()
        let (run, _, _) = try Self.live(.hangs, log: log)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5 { try? run.deliver(.object(["kind": .text("TOLD")])) }
                }
            }
        }
        let records = log.records(of: run.id)
        #expect(records.count == 1 + 8 * 5)
        #expect(records.map(\.sequence) == Array(0...40))
        #expect(try replay(records).disagreement == nil)
    }

    @Test("When the log refuses a record, the caller and every observer are told, and nothing is performed")
    func refusedAppend() async throws {
        let (run, backend, flow) = try Self.live(.answers("yes"), log: WitnessedLog(refusing: 1))
        let states = run.states
        let start = try #require(flow.table.event(named: "start"))
        #expect(throws: DriverError.self) { try run.send(start) }
        await #expect(throws: DriverError.self) { _ = try await Self.names(states, of: flow.table) }
        #expect(backend.beginnings.isEmpty)
        #expect(throws: DriverError.self) { try run.send(start) }
        await #expect(throws: DriverError.self) { _ = try await Self.names(run.states, of: flow.table) }
    }

    @Test("A run that has ended is seen to have ended, though its log takes no late word any more")
    func lateRefusal() async throws {
        let (run, _, flow) = try Self.live(.hangs, log: WitnessedLog(refusing: 2))
        try run.send(named: "cancel")
        #expect(throws: DriverError.self) { try run.deliver(.object(["kind": .text("TOLD")])) }
        #expect(try await Self.names(run.states, of: flow.table) == ["failed"])
    }

    @Test("Observers are told what was due before a refused record")
    func dueBeforeARefusal() async throws {
        let (flow, time) = (try LoadedFlow(quickFlow), StillTime())
        let run = try LiveRun(
            of: flow.table, annotations: flow.annotations, log: WitnessedLog(refusing: 3),
            handler: Backend(of: flow.table, .hangs), time: time)
        let states = run.states
        try run.send(named: "start")
        time.pass(70)
        #expect(throws: DriverError.self) { try run.send(named: "cancel") }
        var names: [String] = []
        await #expect(throws: DriverError.self) {
            for try await state in states { names.append(flow.table.states[state.state].name) }
        }
        #expect(names == ["idle", "asking", "waiting"])
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
                if effect.name == "prepare", let run = run.withLock({ $0 }), let cancel = table.event(named: "cancel") {
                    _ = try? run.send(cancel)
                }
                if effect.replies != nil { try await Task.sleep(for: .seconds(3600)) }
                return nil
            }
        }
        let flow = try LoadedFlow(quickFlow)
        let handler = Impatient(table: flow.table)
        let run = try LiveRun(
            of: flow.table, annotations: flow.annotations, log: MemoryLog(), handler: handler,
            time: ManualTime())
        handler.run.withLock { $0 = run }
        let states = run.states
        try run.send(try #require(flow.table.event(named: "start")))
        #expect(try await Self.names(states, of: flow.table) == ["idle", "asking", "failed"])
        // The question to the backend was ordered with `prepare`, and `stop` by the command.
        for await _ in run.failures {}
        #expect(handler.begun.withLock { $0 } == ["prepare", "ask", "stop"])
    }
}
