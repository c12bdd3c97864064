import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("The way of a callback to the run that ordered its call")
struct CallbackRouteTests {
    static let text = """
        flow Blocks version 1
        command start, again, cancel
        callback word
        effect call starts attempt calls SDK.call
        source sdk = "Blocks" by kind stamped { WORD => word }
        final done
        within 20m -> done
        ignore unrecognised
        on cancel -> done
        reject other
        late other
        state idle waits for user {
          on start -> running
        }
        state running waits for user {
          enter { do call }
          on again -> running
          on word stay
        }
        """

    /// A handler that keeps the route of each call, as an SDK's block that has captured it would.
    final class Caller: EffectHandler {
        private let kept = Lock<[(route: CallbackRoute?, seesItsOrder: Bool)]>([])

        var routes: [CallbackRoute?] { kept.withLock { $0.map(\.route) } }
        /// Whether each call of the handler ran on an actor, as calls in the order of the log do, and found its own order in
        /// `EffectOrder.current`.
        var seesItsOrder: Bool { kept.withLock { $0.allSatisfy(\.seesItsOrder) } }

        nonisolated(nonsending) func perform(
            _ order: EffectOrder, of run: RunID, in leg: String?
        ) async throws -> EffectAnswer? {
            let actor = #isolation
            let seesItsOrder = EffectOrder.current == order && actor != nil
            kept.withLock { $0.append((CallbackRoute.current, seesItsOrder)) }
            return nil
        }
    }

    @Test("A callback on a call's route is stamped with the attempt of that call, and reaches its own run alone")
    func routes() async throws {
        let flow = try LoadedFlow(Self.text)
        let (log, caller, sources) = (MemoryLog(), Caller(), Device.Sources())
        func run() async throws -> LiveRun {
            try await LiveRun.begin(flow, in: log, caller, time: TestClock(), sources: sources)
        }
        let (first, second) = (try await run(), try await run())
        for command in ["start", "again"] { try await first.send(named: command) }
        #expect(try await eventually { caller.routes.count == 2 })
        try await second.send(named: "start")
        #expect(try await eventually { caller.routes.count == 3 })
        #expect(caller.routes.map { $0?.run } == [first.id, first.id, second.id])
        #expect(caller.seesItsOrder)
        for route in caller.routes { route?.deliver(.object(["kind": .text("WORD")])) }
        #expect(try await first.events(in: log) == ["start: taken", "again: taken", "word: stale", "word: stayed"])
        #expect(try await second.events(in: log) == ["start: taken", "word: stayed"])
        try await first.send(named: "cancel")
        caller.routes[1]?.deliver(.object(["kind": .text("WORD")]))
        #expect(try await first.events(in: log).last == "word: late")
    }

    @Test("A callback on the route of a leg's call reaches that leg, also where a newer leg reads the same source")
    func legs() async throws {
        let parent = """
            flow Parent version 1
            command start, next
            final done
            within 20m -> done
            reject other
            state idle waits for user { on start -> first }
            state first { child one = Blocks enter { run one.start } on one.done, next -> second }
            state second { child two = Blocks enter { run two.start } on two.done, next -> done }
            """
        let (flow, log, caller) = (try LoadedFlow(parent, among: ["Blocks": Self.text]), MemoryLog(), Caller())
        let run = try await LiveRun.begin(flow, in: log, caller, time: TestClock(), sources: Device.Sources())
        for (number, command) in ["start", "next"].enumerated() {
            try await run.send(named: command)
            #expect(try await eventually { caller.routes.count == number + 1 })
        }
        for route in caller.routes { route?.deliver(.object(["kind": .text("WORD")])) }
        run.deliver(.object(["kind": .text("WORD")]), answering: ProviderCall(attempt: 2))
        await run.settled()
        let told = try Replay(of: try await log.records(of: run.id)).timeline.entries.suffix(3)
        #expect(
            told.map { "\($0.leg ?? "") \($0.event): \($0.disposition)" } == [
                "one word: late", "two word: stayed", "two word: stale",
            ])
    }

    @Test("Outside of a handler that a live run calls there is no current route")
    func none() {
        #expect(CallbackRoute.current == nil)
    }
}
