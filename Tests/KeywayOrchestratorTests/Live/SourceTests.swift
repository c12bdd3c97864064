import FlowFixtures
import Keyway
import KeywayLog
import KeywayOrchestrator
import Testing

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

    @Test("What a source retained while another run held it is told to the next holder, before its effect is performed")
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
        #expect(try process.events(second) == ["start: taken", "broken: stayed"])
        #expect(try await eventually { handler.beginnings == ["begin", "note"] })
        try second.send(named: "cancel")
        #expect(try process.events(second).count == 3)
    }
}
