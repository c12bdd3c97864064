import FlowFixtures
import Keyway
import KeywayLog
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
        let sources = ProviderSources()
        let log = MemoryLog()

        init() throws { flow = try LoadedFlow(SourceTests.text) }

        func run() throws -> (live: LiveRun, handler: NotingHandler) {
            let handler = NotingHandler(of: flow.table)
            let run = try LiveRun(
                of: flow.table, annotations: flow.annotations, log: log, handler: handler,
                time: ManualTime(), sources: sources)
            return (run, handler)
        }

        /// The delegate, which is one for all runs, is told.
        func tell(_ word: String) throws { try sources.deliver(SourceTests.callback(word), as: flow.table) }

        func events(_ run: LiveRun) throws -> [String] { try run.events(in: log) }
    }

    static func callback(_ word: String) -> RawValue { .object(["kind": .text(word)]) }

    @Test("What a source retained is told first to each new run: the last of each word, in the order it was said")
    func retained() throws {
        let process = try Process()
        let (first, _) = try process.run()
        for word in ["READY", "BROKEN", "WORD", "READY", "WHAT"] { try first.deliver(Self.callback(word)) }
        for _ in 0..<2 {
            let (next, _) = try process.run()
            #expect(try process.events(next) == ["broken: stayed", "ready: stayed"])
            try next.send(named: "start")
            #expect(try process.events(next).last == "start: taken")
        }
        // The run that was told itself hears nothing twice.
        try first.send(named: "cancel")
        #expect(try process.events(first).count == 6)
        // Other sources have other memories.
        let other = try Process()
        #expect(try other.events(try other.run().live).isEmpty)
    }

    @Test("What the SDK says before there is a run waits for the first")
    func beforeAnyRun() throws {
        let process = try Process()
        try process.tell("READY")
        try process.tell("WORD")
        let (run, _) = try process.run()
        #expect(try process.events(run) == ["ready: stayed"])
    }

    @Test("Callbacks go to the run that last called the source, also after its end, until another run calls it")
    func holder() throws {
        let process = try Process()
        let (first, _) = try process.run()
        let (second, _) = try process.run()
        try process.tell("WORD")
        #expect(try process.events(first).isEmpty && process.events(second).isEmpty)
        try first.send(named: "start")
        try process.tell("WORD")
        try first.send(named: "cancel")
        try process.tell("WORD")
        #expect(try process.events(first) == ["start: taken", "word: stayed", "cancel: taken", "word: late"])
        #expect(try process.events(second).isEmpty)
        try second.send(named: "start")
        try process.tell("WORD")
        #expect(try process.events(second) == ["start: taken", "word: stayed"])
        #expect(try process.events(first).count == 4)
    }

    @Test("A run that is not over is not displaced: the other's effects are not performed, and answer 'otherwise'")
    func busy() async throws {
        let process = try Process()
        let (first, firstHandler) = try process.run()
        try first.send(named: "start")
        let (second, handler) = try process.run()
        try second.send(named: "start")
        let (third, asking) = try process.run()
        try third.send(named: "check")
        #expect(try process.events(third) == ["check: taken", "no: stayed"])
        // Its end does not stop what another run began.
        try second.send(named: "cancel")
        var refused: [String] = []
        for await failure in second.failures where failure.reason as? EffectRefusal == .sourceBusy {
            refused.append(failure.effect)
        }
        #expect(refused == ["begin", "stop"])
        try process.tell("WORD")
        #expect(try process.events(first) == ["start: taken", "word: stayed"])
        #expect(try await eventually { firstHandler.beginnings == ["begin", "note"] })
        #expect(handler.beginnings == ["note"])
        #expect(asking.beginnings.isEmpty)
    }

    @Test("What a source retained while another run held it, or nobody, is told to a run before its next command")
    func retainedSince() async throws {
        let process = try Process()
        let (first, _) = try process.run()
        try first.send(named: "start")
        try first.send(named: "cancel")
        let (second, handler) = try process.run()
        try process.tell("BROKEN")
        #expect(try process.events(first).last == "broken: late")
        #expect(try process.events(second).isEmpty)
        try second.send(named: "start")
        #expect(try process.events(second) == ["broken: stayed", "start: taken"])
        #expect(try await eventually { handler.beginnings == ["begin", "note"] })
        try second.send(named: "cancel")
        #expect(try process.events(second).count == 3)
    }

    @Test("A command is decided with what the SDK said since the run began, in the order in which it was said")
    func saidSince() throws {
        let (flow, sources, log) = (try LoadedFlow(LoginFlow.way), ProviderSources(), MemoryLog())
        let run = try LiveRun(
            of: flow.table, annotations: flow.annotations, log: log, handler: NotingHandler(of: flow.table),
            time: StillTime(), sources: sources)
        for word in ["BROKEN", "READY"] { try sources.deliver(Self.callback(word), as: flow.table) }
        try run.send(named: "begin")
        #expect(try run.story(in: log) == ["broke", "ready", "begin"])
        // Told after the command, the failure would have cost the run its patience.
        #expect(flow.table.states[run.state.state].name == "running")
    }

    @Test("What a new holder is told first comes before what the source says to it while it takes the source")
    func order() throws {
        let flow = try LoadedFlow(Self.turns)
        let (time, sources, lanes) = (StillTime(), ProviderSources(), ProviderLanes())
        func run(_ log: any EventLog) throws -> LiveRun {
            try LiveRun(
                of: flow.table, annotations: flow.annotations, log: log, handler: NotingHandler(of: flow.table),
                time: time, sources: sources, lanes: lanes)
        }
        let (log, hooked) = (MemoryLog(), HookedLog())
        let (before, taking, waiting) = (try run(MemoryLog()), try run(log), try run(hooked))
        try before.send(named: "start")
        try taking.send(named: "wait")
        try sources.deliver(Self.callback("BROKEN"), as: flow.table)
        try before.send(named: "cancel")
        try waiting.send(named: "wait")
        // What is due gives the lane back, which wakes another run, while this one takes the source.
        hooked.beforeNextAppend { try? sources.deliver(Self.callback("READY"), as: flow.table) }
        time.pass(370_000)
        try taking.deliver(.null)
        let told = try taking.events(in: log)
        #expect(
            told == [
                "wait: taken", "queue: stayed", "after 5m: taken", "after 6m: taken", "unrecognised: unrecognised",
                "broken: stayed", "ready: stayed",
            ])
    }

    @Test("A word that comes while another run takes the source goes to that one, and is kept as heard by it alone")
    func takenMeanwhile() throws {
        let process = try Process()
        let (hooked, time) = (HookedLog(), StillTime())
        func run(_ log: any EventLog) throws -> LiveRun {
            try LiveRun(
                of: process.flow.table, annotations: process.flow.annotations, log: log,
                handler: NotingHandler(of: process.flow.table), time: time, sources: process.sources)
        }
        let before = try run(hooked)
        try before.send(named: "start")
        before.giveWay()
        time.pass(60_000)
        let after = try run(process.log)
        // The first run's deadline is due before it hears what is on its way to it.
        time.pass(1_140_000)
        hooked.beforeNextAppend { _ = try? after.send(named: "start") }
        try process.tell("READY")
        #expect(try before.events(in: hooked) == ["start: taken", "within 20m: taken"])
        #expect(try process.events(after) == ["start: taken", "ready: stayed"])
        try after.send(named: "check")
        #expect(try process.events(after).count(where: { $0.hasPrefix("ready") }) == 1)
    }

    @Test("A word goes to the run that holds its own source, where a flow reads several")
    func several() throws {
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
        let (log, sources) = (MemoryLog(), ProviderSources())
        let runs = try ["a", "b"].map { name in
            let flow = try flow(name, name)
            let run = try LiveRun(
                of: flow.table, annotations: flow.annotations, log: log, handler: NotingHandler(of: flow.table),
                time: StillTime(), sources: sources)
            try run.send(named: "start")
            return run
        }
        let both = try flow("Both", "a", "b").table
        try sources.deliver(.object(["bKind": .text("WORD")]), as: both)
        #expect(try runs.map { try $0.events(in: log) } == [["start: stayed"], ["start: stayed", "word: stayed"]])
        try sources.deliver(.object(["aKind": .text("WORD")]), as: both)
        #expect(try runs.map { try $0.events(in: log).count } == [2, 2])
    }

    @Test("A flow that reads no source of all runs cannot be delivered for")
    func none() throws {
        let stamped = try LoadedFlow(CallbackRouteTests.text)
        #expect(throws: DriverError.self) {
            try ProviderSources().deliver(.object(["kind": .text("WORD")]), as: stamped.table)
        }
    }

    static let turns = """
        flow Turn version 1
        command start, wait, cancel
        callback ready, broken
        effect begin calls SDK.begin
        source sdk = "Delegate" by kind singleton { retained READY => ready retained BROKEN => broken }
        final done
        within 20m -> done
        ignore unrecognised
        reject other
        late other
        on ready, broken stay
        on cancel -> done
        state idle waits for user { on wait -> waiting on start -> running }
        group both {
          after 6m -> running
          state waiting { lane queue of Mail enter { take queue } on queue stay after 5m -> between }
          state between waits for user {}
        }
        state running waits for user { enter { do begin } }
        """
}
