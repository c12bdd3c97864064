import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Calls that are made after a run's end")
struct LateCallTests {
    private static let way = """
        flow Way version 1
        command begin, call, cancel
        callback word
        effect ring calls B.ring
        effect hangUp calls B.hangUp
        source b = "B" by bKind singleton { WORD => word }
        final done
        within 15m -> done
        on cancel -> done { do hangUp }
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on begin -> running }
        state running waits for user { on call stay { do ring } }
        """

    private static let login = """
        flow Login version 1
        command start, cancel
        callback sound
        effect stop calls A.stop
        source a = "A" by aKind singleton { SOUND => sound }
        final over
        within 20m -> over
        on cancel -> over { do stop }
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> trying }
        state trying {
          child way = Way
          enter { run way.begin }
          on way.done -> over
        }
        """

    @Test("A run whose last order takes a source after its end yields it, though the app keeps a handle of the run")
    func yielding() async throws {
        let (way, flow) = (try LoadedFlow(Self.way), try LoadedFlow(Self.login, among: ["Way": Self.way]))
        let (sources, log) = (Device.Sources(), MemoryLog())
        func run() async throws -> (live: LiveRun, handler: NotingHandler) {
            let handler = NotingHandler(of: way.table)
            let live = try await LiveRun.begin(flow, in: log, handler, time: TestClock(), sources: sources)
            try await live.send(named: "start")
            return (live, handler)
        }
        let (first, _) = try await run()
        // The run calls each of the two sources for the first time with its last orders.
        try await first.send(named: "cancel")
        for await failure in first.failures { Issue.record("\(failure)") }
        let (second, handler) = try await run()
        try await second.send(named: "call", to: "way")
        #expect(try await eventually { !second.isAtWork })
        #expect(handler.performedEffects == ["ring"])
        withExtendedLifetime(first) {}
    }
}
