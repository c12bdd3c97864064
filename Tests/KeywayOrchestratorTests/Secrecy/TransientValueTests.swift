import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Values that are in memory for one step")
struct TransientValueTests {
    private static let text = """
        flow Codes version 1
        type Code = text(6...6) transient
        command submit(code: Code), cancel
        effect check(code: Code)
        final done
        within 20m -> done
        on cancel -> done
        reject other
        state idle waits for user { on submit stay { do check(code) } }
        """

    /// A flow that begins a sub-flow with the code, in one decision of several steps.
    private static let parent = """
        flow Codes version 1
        type Code = text(6...6) transient
        command submit(code: Code), cancel
        effect check(code: Code)
        final done
        within 20m -> done
        on cancel -> done
        reject other
        state idle waits for user { on submit -> busy { do check(code) } }
        state busy {
          child way = Way
          enter { run way.begin }
          on way.left -> done
        }
        """

    private static let way = """
        flow Way version 1
        command begin, cancel
        effect show
        final left
        within 15m -> left
        on cancel -> left
        reject other
        state idle waits for user { on begin -> shown }
        state shown waits for user { enter { do show } }
        """

    /// A handler that fails for each order.
    private final class Failing: EffectHandler {
        struct Refused: Error {}

        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? { throw Refused() }
    }

    private static func orchestrator(
        _ handler: any EffectHandler, serving flow: LoadedFlow? = nil, awakeRuns: Int
    ) async throws -> Orchestrator {
        let flow = try flow ?? LoadedFlow(text)
        let running = RunningFlow(flow.table)
        let service = Orchestrator.Service(FlowVersion(of: running, annotations: flow.annotations), running) { _, _ in
            handler
        }
        return Orchestrator(
            beginningIn: MemoryLog(), serving: [service], time: TestClock(), awakeRuns: awakeRuns,
            device: { _, _ in Device() })
    }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("A code is in no live run once its effects have ended, packed or awake", arguments: [0, 16])
    func code(awakeRuns: Int) async throws {
        let orchestrator = try await Self.orchestrator(
            NotingHandler(of: try LoadedFlow(Self.text).table), awakeRuns: awakeRuns)
        let run = try await orchestrator.begin(orchestrator.onlyFlow)
        #expect(try await run.send(named: "submit", [.text("482913")]) == .accepted)
        #expect(try await eventually { !run.isAtWork })
        run.shard.withLock { _ in
            switch run.storage {
            case .awake(let awake):
                #expect(awakeRuns > 0)
                #expect(!Self.dumped(awake.state).contains("482913"))
            case .packed(let bytes):
                #expect(awakeRuns == 0)
                #expect(!String(decoding: bytes.unpacked, as: UTF8.self).contains("482913"))
            }
        }
    }

    @Test("A code is told with its own step alone, also where steps of a sub-flow follow at once")
    func manySteps() async throws {
        let flow = try LoadedFlow(Self.parent, among: ["Way": Self.way])
        let orchestrator = try await Self.orchestrator(Failing(), serving: flow, awakeRuns: 0)
        let run = try await orchestrator.begin(orchestrator.onlyFlow)
        var views = run.views { view in view.legs.map { $0.event?.fields ?? [] } }.makeAsyncIterator()
        #expect(try await views.next() == [[]])
        try await run.send(named: "submit", [.text("482913")])
        #expect(try await views.next() == [[.text("482913")]])
        // The sub-flow begins, and is given its command.
        for _ in 0..<2 { #expect(try await views.next() == [[.withheld], []]) }
    }

    @Test("Whoever observes the run is told a code with its step, and whoever comes later is not")
    func observers() async throws {
        let orchestrator = try await Self.orchestrator(Failing(), awakeRuns: 0)
        let run = try await orchestrator.begin(orchestrator.onlyFlow)
        var views = run.views { $0.legs[0].event?.fields ?? [] }.makeAsyncIterator()
        var failures = run.failures.makeAsyncIterator()
        #expect(try await views.next() == [])
        try await run.send(named: "submit", [.text("482913")])
        #expect(try await views.next() == [.text("482913")])
        #expect(await failures.next()?.order.arguments == [.text("482913")])
        var laterViews = run.views { $0.legs[0].event?.fields ?? [] }.makeAsyncIterator()
        var laterFailures = run.failures.makeAsyncIterator()
        #expect(try await laterViews.next() == [.withheld])
        #expect(await laterFailures.next()?.order.arguments == [.withheld])
        #expect(try await eventually { !run.isAtWork })
        #expect(!run.withState { Self.dumped($0) }.contains("482913"))
    }
}
