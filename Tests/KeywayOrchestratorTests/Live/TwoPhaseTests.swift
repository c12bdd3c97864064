import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("What is decided, and what is durable")
struct TwoPhaseTests {
    private static func live(
        _ behaviour: Backend.Behaviour, log: any EventLog, time: any Orchestrator.TimeSource = TestClock()
    ) async throws -> (run: LiveRun, backend: Backend, flow: LoadedFlow) {
        let flow = try LoadedFlow(quickFlow)
        let backend = Backend(of: flow.table, behaviour)
        return (try await LiveRun.begin(flow, in: log, backend, time: time), backend, flow)
    }

    @Test("While the disk stalls, callbacks and commands are decided; nothing is performed, answered or shown")
    func stalled() async throws {
        let log = FaultyLog()
        let (run, backend, flow) = try await Self.live(.answers("yes"), log: log)
        let states = run.states
        log.stall()
        let answer = Task { try await run.send(named: "start") }
        #expect(try await eventually { log.waiting == 1 })
        for _ in 0..<3 { run.deliver(LiveRunTests.told) }
        #expect(log.waiting == 4)
        // A command that changes nothing is not answered before the records are durable that it was decided on.
        let second = Task { try await run.send(named: "start") }
        #expect(try await eventually { log.waiting == 5 })
        await run.settled()
        #expect(run.durableStateName == "idle")
        #expect(backend.performedEffects.isEmpty)
        log.resume()
        #expect(try await answer.value == .accepted)
        #expect(try await second.value == .rejected(.notNow))
        #expect(try await names(states, of: flow.table).last == "done")
        #expect(backend.performedEffects == ["prepare"])
    }

    @Test("A repeated command gets the first answer, and not before that is durable")
    func repeated() async throws {
        let log = FaultyLog()
        let (run, _, flow) = try await Self.live(.hangs, log: log)
        let command = Command(try #require(flow.table.event(named: "start")), id: "a")
        log.stall()
        let answers = Lock<[CommandAnswer]>([])
        let sending = (0..<2).map { _ in
            Task {
                let answer = try await run.send(command)
                answers.withLock { $0.append(answer) }
            }
        }
        #expect(try await eventually { log.waiting == 1 })
        await run.settled()
        #expect(answers.withLock { $0.isEmpty })
        log.resume()
        for task in sending { try await task.value }
        #expect(answers.withLock { $0 } == [.accepted, .accepted])
        #expect(try await run.events(in: log) == ["start: taken"])
    }

    @Test("When the log refuses a record, caller and observers, later observers too, hear why; nothing is performed")
    func refusedAppend() async throws {
        let (run, backend, flow) = try await Self.live(.answers("yes"), log: FaultyLog(refusing: 1))
        let states = run.states
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) { try await run.send(named: "start") }
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) {
            _ = try await names(states, of: flow.table)
        }
        #expect(backend.performedEffects.isEmpty)
        await #expect(throws: RunError.stopped) { try await run.send(named: "start") }
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) {
            _ = try await names(run.states, of: flow.table)
        }
        #expect(run.durableStateName == "idle")
    }

    @Test("When a flush fails, all decisions from there on are dropped, and who waits hears that they are in doubt")
    func failedFlush() async throws {
        let log = FaultyLog(failing: 1)
        let (run, backend, flow) = try await Self.live(.answers("yes"), log: log)
        let states = run.states
        log.stall()
        let first = Task { try await run.send(named: "start") }
        #expect(try await eventually { log.waiting == 1 })
        let second = Task { try await run.send(named: "cancel") }
        #expect(try await eventually { log.waiting == 2 })
        log.resume()
        for task in [first, second] {
            await #expect(throws: RunError.log(.inDoubt(FaultyLog.fault))) { try await task.value }
        }
        await #expect(throws: RunError.log(.inDoubt(FaultyLog.fault))) {
            _ = try await names(states, of: flow.table)
        }
        #expect(run.durableStateName == "idle" && run.isStopped)
        #expect(backend.performedEffects.isEmpty)
        for await failure in run.failures { Issue.record("\(failure)") }
    }

    @Test("A run whose first record is refused, or cannot be made durable, does not begin", arguments: [true, false])
    func refusedBeginning(isRefused: Bool) async throws {
        let log = isRefused ? FaultyLog(refusing: 0) : FaultyLog(failing: 0)
        let flow = try LoadedFlow(Self.greeting)
        let handler = NotingHandler(of: flow.table)
        await #expect(throws: RunError.self) { try await LiveRun.begin(flow, in: log, handler) }
        #expect(handler.performedEffects.isEmpty)
    }

    static let greeting = """
        flow Greeting version 1
        command go
        effect greet
        final done
        within 20m -> done
        ignore unrecognised
        enter { do greet }
        state first waits for user { on go -> done }
        """

    @Test("A run that has ended is seen to have ended, though its log takes no late callback any more")
    func lateRefusal() async throws {
        let (run, _, flow) = try await Self.live(.hangs, log: FaultyLog(refusing: 2))
        try await run.send(named: "cancel")
        run.deliver(LiveRunTests.told)
        #expect(run.isStopped)
        #expect(try await names(run.states, of: flow.table) == ["failed"])
    }

    @Test("A deadline due before a refused command is refused with it; observers hear of what was durable before")
    func dueBeforeARefusal() async throws {
        let time = TestClock()
        let (run, _, flow) = try await Self.live(.hangs, log: FaultyLog(refusing: 2), time: time)
        let states = run.states
        try await run.send(named: "start")
        time.pass(.milliseconds(70))
        await #expect(throws: RunError.self) { try await run.send(named: "cancel") }
        var seen: [String] = []
        await #expect(throws: RunError.self) {
            for try await state in states { seen.append(flow.table.states[state.state].name) }
        }
        #expect(seen == ["idle", "asking"])
    }

    @Test("While its log is overloaded a run refuses commands, takes callbacks, and goes on")
    func overloaded() async throws {
        let log = FaultyLog()
        let (run, _, _) = try await Self.live(.hangs, log: log)
        log.overload(true)
        await #expect(throws: RunError.log(.overloaded)) { try await run.send(named: "start") }
        run.deliver(LiveRunTests.told)
        log.overload(false)
        #expect(try await run.send(named: "start") == .accepted)
        #expect(try await run.events(in: log) == ["told: stayed", "start: taken"])
        #expect(!run.isStopped)
    }

    @Test("Of two runs of one identity only one hears that it has begun: the second to append is in conflict and stops")
    func oneIdentityTwice() async throws {
        let (log, id) = (MemoryLog(), RunID(high: 7, low: 7))
        let (flow, first, second) = (
            try LoadedFlow(TwoPhaseTests.greeting), NotingHandler(of: try LoadedFlow(TwoPhaseTests.greeting).table),
            NotingHandler(of: try LoadedFlow(TwoPhaseTests.greeting).table)
        )
        let run = try await LiveRun.begin(flow, in: log, first, id: id)
        let refusal = await #expect(throws: RunError.self) { try await LiveRun.begin(flow, in: log, second, id: id) }
        // How many records the first run has by then depends on when its handler has returned.
        guard case .log(.conflict(run: id, expected: 0, actual: _)) = refusal else {
            Issue.record("\(String(describing: refusal)) is no conflict")
            return
        }
        #expect(try await run.send(named: "go") == .accepted)
        #expect(try await eventually { first.performedEffects == ["greet"] })
        #expect(second.performedEffects.isEmpty)
    }

    @Test("Looking at a run does not wait for its log")
    func looking() async throws {
        let log = FaultyLog()
        let (run, _, _) = try await Self.live(.hangs, log: log)
        log.stall()
        run.deliver(LiveRunTests.told)
        // If looking waited for the log, the test would hang here.
        #expect(run.durableStateName == "idle")
        var first: Outcome?
        for try await state in run.states {
            first = state
            break
        }
        #expect(first?.state == 0)
        log.resume()
    }
}
