import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Retained callbacks, and the legs of a run")
struct LegWordTests {
    private let flow: LoadedFlow
    private let sources = Device.Sources()
    private let log = MemoryLog()

    init() throws { flow = try LoginFlow.load() }

    private func run(
        _ performing: @escaping NotingHandler.Performing = { _, _ in
            try await hang()
            return nil
        }
    ) async throws -> LiveRun {
        let handler = NotingHandler(of: flow.table.children[0].table, performing)
        return try await LiveRun.begin(flow, in: log, handler, time: TestClock(), sources: sources)
    }

    /// Delivers a callback of this kind to the sources, as the delegate that is one for all runs does.
    private func tell(_ word: String) throws {
        try sources.deliver(SourceTests.callback(word), as: RunningFlow(flow.table).children[0])
    }

    @Test("A leg hears what its source retained before its first command, as a run of its own would")
    func first() async throws {
        for word in ["BROKEN", "READY", "WORD"] { try tell(word) }
        let run = try await run()
        try await run.send(named: "start")
        #expect(
            try await run.story(in: log) == ["start", "one: began", "one: broke", "one: ready", "one: begin"])
        // After `begin` the callback `broke` would have led to `doubtful`.
        #expect(run.state(of: "one") == "running")
    }

    @Test("Retained callbacks that an earlier leg heard are what the next one hears first, and neither hears one twice")
    func next() async throws {
        let run = try await run()
        try await run.send(named: "start")
        try tell("READY")
        run.deliver(SourceTests.callback("BROKEN"))
        try await run.send(named: "next")
        try tell("WORD")
        #expect(
            try await run.story(in: log) == [
                "start", "one: began", "one: begin", "one: ready", "one: broke", "next", "one: cancel", "two: began",
                "two: ready", "two: broke", "two: begin", "two: word",
            ])
        #expect(run.state(of: "two") == "doubtful")
    }

    @Test("A retained callback that a leg itself got does not come to it again when it calls the source again")
    func once() async throws {
        let (answers, answer) = AsyncStream<String>.makeStream()
        let run = try await run { effect, _ in
            guard effect == "ask" else { return nil }
            for await reply in answers { return reply }
            return nil
        }
        try await run.send(named: "start")
        run.deliver(SourceTests.callback("READY"))
        answer.yield("no")
        #expect(try await eventually { try await run.story(in: log).contains("one: no") })
        #expect(try await run.story(in: log) == ["start", "one: began", "one: begin", "one: ready", "one: no"])
    }

    @Test("A retained callback that comes to the run before any leg has begun waits for the first leg that reads it")
    func beforeAnyLeg() async throws {
        let run = try await run()
        run.deliver(SourceTests.callback("BROKEN"))
        try await run.send(named: "start")
        #expect(
            try await run.story(in: log) == ["unrecognised", "start", "one: began", "one: broke", "one: begin"])
        #expect(run.state(of: "one") == "doubtful")
    }

    @Test("Whoever delivers for a flow delivers for its sub-flows")
    func parent() async throws {
        let run = try await run()
        try await run.send(named: "start")
        try sources.deliver(SourceTests.callback("WORD"), as: RunningFlow(flow.table))
        #expect(try await run.story(in: log).last == "one: word")
    }

    @Test("A handler of a leg that has ended is cancelled, which is no failure, and the run goes on")
    func cancelled() async throws {
        let (asked, cancelled) = (Lock(0), Lock(0))
        let run = try await run { effect, _ in
            guard effect == "ask" else { return nil }
            asked.withLock { $0 += 1 }
            do { try await hang() } catch {
                cancelled.withLock { $0 += 1 }
                throw error
            }
            return nil
        }
        try await run.send(named: "start")
        #expect(try await eventually { asked.withLock { $0 } == 1 })
        try await run.send(named: "next")
        #expect(try await eventually { asked.withLock { $0 } == 2 && cancelled.withLock { $0 } == 1 })
        try await run.send(named: "cancel")
        for await failure in run.failures { Issue.record("\(failure)") }
        #expect(cancelled.withLock { $0 } == 2)
    }

    @Test("A leg that a retained callback ends gets no first command, and its run replays")
    func endedByRetainedCallback() async throws {
        let way = LoginFlow.way.changing("on broke stay { isBroken = true }", to: "on broke -> failed")
        let flow = try LoadedFlow(LoginFlow.login, among: ["Way": way])
        let run = try await LiveRun.begin(
            flow, in: log, NotingHandler.hanging(of: try LoadedFlow(LoginFlow.way).table), time: TestClock(),
            sources: sources)
        try tell("BROKEN")
        try tell("READY")
        try await run.send(named: "start")
        #expect(
            try await run.story(in: log) == [
                "start", "one: began", "one: broke", "one.failed", "two: began", "two: broke", "two.failed",
            ])
        #expect(try Replay.divergence(of: try await log.records(of: run.id), from: flow.table) == nil)
    }

    @Test("Legs that begin with the run, and the legs of these, hear first; then the run itself")
    func beginningLegs() async throws {
        let outer = """
            flow Outer version 1
            command begin, cancel
            callback word
            source other = "Other" by kind singleton { WORD => word }
            final done
            within 15m -> done
            on cancel -> done
            ignore unrecognised, word
            reject other
            child inner = Way
            enter { run inner.begin }
            state waiting waits for user { on inner.done, inner.failed stay on begin stay }
            """
        let text = """
            flow Reading version 1
            command cancel
            callback ready, broke
            source sdk = "Delegate" by kind singleton { retained READY => ready retained BROKEN => broke }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            child outer = Outer
            enter { run outer.begin }
            state waiting waits for user { on outer.done stay on ready, broke stay }
            """
        let flow = try LoadedFlow(text, among: ["Outer": outer, "Way": LoginFlow.way])
        for word in ["BROKEN", "READY"] { try tell(word) }
        let run = try await LiveRun.begin(
            flow, in: log, NotingHandler.hanging(of: try LoadedFlow(LoginFlow.way).table), time: TestClock(),
            sources: sources)
        #expect(
            try await run.story(in: log) == [
                "outer: began", "outer.inner: began", "outer.inner: broke", "outer.inner: ready", "outer.inner: begin",
                "outer: begin", "broke", "ready",
            ])
        #expect(try Replay.divergence(of: try await log.records(of: run.id), from: flow.table) == nil)
    }
}
