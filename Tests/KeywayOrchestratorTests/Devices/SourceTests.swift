import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Sources that runs share")
struct SourceTests {
    static let text = """
        flow Shared version 1
        command start, check, cancel
        callback ready, broken, word
        effect begin calls SDK.begin
        effect stop calls SDK.stop
        effect ask calls SDK.ask replies yes, no otherwise no within 60s
        effect note
        source sdk = "Delegate" by kind singleton {
          retained READY  => ready
          retained BROKEN => broken
          WORD => word
        }
        final done
        final failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on start -> running { do begin; do note }
          on check -> running { do ask }
          on ready, broken, word stay
          on cancel -> failed
        }
        state running waits for user {
          on ready, broken, word stay
          on yes -> done
          on no stay
          on cancel -> failed { do stop }
        }
        """

    /// Runs of one process, that share its sources and a log.
    struct Process {
        let flow: LoadedFlow
        let sources = Device.Sources()
        let log = MemoryLog()

        init() throws { flow = try LoadedFlow(SourceTests.text) }

        func run() async throws -> (live: LiveRun, handler: NotingHandler) {
            let handler = NotingHandler(of: flow.table)
            let run = try await LiveRun.begin(flow, in: log, handler, time: TestClock(), sources: sources)
            return (run, handler)
        }

        /// Delivers a callback of the SDK to the sources, as the delegate that is one for all runs does.
        func tell(_ word: String) throws {
            try sources.deliver(SourceTests.callback(word), as: RunningFlow(flow.table))
        }

        func events(_ run: LiveRun) async throws -> [String] { try await run.events(in: log) }
    }

    static func callback(_ word: String) -> RawValue { .object(["kind": .text(word)]) }

    @Test("What a source retained comes first to each new run: the last callback of each kind, as they were delivered")
    func retained() async throws {
        let process = try Process()
        let (first, _) = try await process.run()
        for word in ["READY", "BROKEN", "WORD", "READY", "WHAT"] { first.deliver(Self.callback(word)) }
        for _ in 0..<2 {
            let (next, _) = try await process.run()
            #expect(try await process.events(next) == ["broken: stayed", "ready: stayed"])
            try await next.send(named: "start")
            #expect(try await process.events(next).last == "start: taken")
        }
        // The run that got the callbacks itself gets none of them again.
        try await first.send(named: "cancel")
        #expect(try await process.events(first).count == 6)
        // The sources of another process retain nothing of this.
        let other = try Process()
        #expect(try await other.events(try await other.run().live).isEmpty)
    }

    @Test("A retained callback that comes before there is a run waits for the first run, and any other is lost")
    func beforeAnyRun() async throws {
        let process = try Process()
        try process.tell("READY")
        try process.tell("WORD")
        let (run, _) = try await process.run()
        #expect(try await process.events(run) == ["ready: stayed"])
    }

    @Test("Callbacks go to the run that last called the source, also after its end, until another run calls it")
    func holder() async throws {
        let process = try Process()
        let (first, _) = try await process.run()
        let (second, _) = try await process.run()
        try process.tell("WORD")
        #expect(try await process.events(first).isEmpty)
        #expect(try await process.events(second).isEmpty)
        try await first.send(named: "start")
        try process.tell("WORD")
        try await first.send(named: "cancel")
        try process.tell("WORD")
        #expect(try await process.events(first) == ["start: taken", "word: stayed", "cancel: taken", "word: late"])
        #expect(try await process.events(second).isEmpty)
        try await second.send(named: "start")
        try process.tell("WORD")
        #expect(try await process.events(second) == ["start: taken", "word: stayed"])
        #expect(try await process.events(first).count == 4)
    }

    @Test("A run that is not over is not displaced: another's calls of the SDK are refused, and answer 'otherwise'")
    func busy() async throws {
        let process = try Process()
        let (first, firstHandler) = try await process.run()
        try await first.send(named: "start")
        let (second, handler) = try await process.run()
        try await second.send(named: "start")
        let (third, asking) = try await process.run()
        try await third.send(named: "check")
        #expect(try await process.events(third) == ["check: taken", "no: stayed"])
        // The end of the second run does not stop what the first one began.
        try await second.send(named: "cancel")
        var refused: [String] = []
        for await failure in second.failures where failure.reason as? EffectFailure.Refusal == .sourceBusy {
            refused.append(failure.effect)
        }
        #expect(refused == ["begin", "stop"])
        try process.tell("WORD")
        #expect(try await process.events(first) == ["start: taken", "word: stayed"])
        #expect(try await eventually { firstHandler.performedEffects == ["begin", "note"] })
        #expect(handler.performedEffects == ["note"])
        #expect(asking.performedEffects.isEmpty)
    }

    @Test("What a source retained while another run held it, or nobody, is told to a run before its next command")
    func retainedSince() async throws {
        let process = try Process()
        let (first, _) = try await process.run()
        try await first.send(named: "start")
        try await first.send(named: "cancel")
        let (second, handler) = try await process.run()
        try process.tell("BROKEN")
        #expect(try await process.events(first).last == "broken: late")
        #expect(try await process.events(second).isEmpty)
        try await second.send(named: "start")
        #expect(try await process.events(second) == ["broken: stayed", "start: taken"])
        #expect(try await eventually { handler.performedEffects == ["begin", "note"] })
        try await second.send(named: "cancel")
        #expect(try await process.events(second).count == 3)
    }

    @Test("A command is decided with what the SDK said since the run began, in the order in which it was said")
    func saidSince() async throws {
        let (flow, sources, log) = (try LoadedFlow(LoginFlow.way), Device.Sources(), MemoryLog())
        let run = try await LiveRun.begin(
            flow, in: log, NotingHandler.hanging(of: flow.table), time: TestClock(), sources: sources)
        for word in ["BROKEN", "READY"] { try sources.deliver(Self.callback(word), as: RunningFlow(flow.table)) }
        try await run.send(named: "begin")
        #expect(try await run.story(in: log) == ["broke", "ready", "begin"])
        // After `begin` the callback `broke` would have led to `doubtful`.
        #expect(flow.table.states[run.durableState.state].name == "running")
    }

    @Test("Retained callbacks come to a new holder before the callbacks that are delivered once it has the source")
    func order() async throws {
        for _ in 0..<50 {
            let process = try Process()
            let (before, _) = try await process.run()
            try await before.send(named: "start")
            let (taking, _) = try await process.run()
            try process.tell("BROKEN")
            before.removeHandle()
            // One thread takes the source while another delivers callbacks of it.
            async let started: CommandAnswer = taking.send(named: "start")
            process.sources.deliverAll(["READY", "READY"], to: process.flow)
            #expect(try await started == .accepted)
            let told = try await process.events(taking).filter { $0 != "start: taken" }
            #expect(told.first == "broken: stayed", "\(told)")
            #expect(told.count(where: { $0 == "broken: stayed" }) == 1, "\(told)")
        }
    }

    @Test("A callback goes to the run that holds the source it came from, where a flow reads several")
    func several() async throws {
        func flow(_ name: String, _ sources: String...) throws -> LoadedFlow {
            try LoadedFlow(
                """
                flow \(name) version 1
                command start
                callback word
                effect begin calls SDK.begin
                \(sources.map { "source \($0) = \"\($0)\" by \($0)Kind singleton { WORD => word }" }.joined(separator: "\n"))
                final done
                within 20m -> done
                ignore unrecognised
                late other
                state idle waits for user { on start stay { do begin } on word stay }
                """)
        }
        let (log, sources) = (MemoryLog(), Device.Sources())
        var runs: [LiveRun] = []
        for name in ["a", "b"] {
            let flow = try flow(name, name)
            let run = try await LiveRun.begin(
                flow, in: log, NotingHandler(of: flow.table), time: TestClock(), sources: sources)
            try await run.send(named: "start")
            runs.append(run)
        }
        let both = try flow("Both", "a", "b").table
        try sources.deliver(.object(["bKind": .text("WORD")]), as: RunningFlow(both))
        #expect(try await runs[0].events(in: log) == ["start: stayed"])
        #expect(try await runs[1].events(in: log) == ["start: stayed", "word: stayed"])
        try sources.deliver(.object(["aKind": .text("WORD")]), as: RunningFlow(both))
        for run in runs { #expect(try await run.events(in: log).count == 2) }
    }

    @Test("Nothing can be delivered for a flow that reads no singleton source")
    func none() async throws {
        let stamped = try LoadedFlow(CallbackRouteTests.text)
        #expect(throws: RunError.self) {
            try Device.Sources().deliver(.object(["kind": .text("WORD")]), as: RunningFlow(stamped.table))
        }
    }
}

extension Device.Sources {
    /// Delivers callbacks of these kinds, one after the other.
    fileprivate func deliverAll(_ words: [String], to flow: LoadedFlow) {
        let flow = RunningFlow(flow.table)
        for word in words { try? deliver(SourceTests.callback(word), as: flow) }
    }
}
