import FlowFixtures
import Foundation
import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

@Suite("Performing effects")
struct PerformanceTests {
    static let text = """
        flow Asking version 1
        command start, again, cancel
        effect begin
        effect stop
        effect ask replies yes, no, unknown otherwise unknown within 60s
        final done
        final failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on start -> asking { do begin; do ask }
          on cancel -> failed
        }
        state asking {
          on again -> asking { do ask }
          on yes -> done
          on no, unknown -> failed
          on cancel -> failed { do stop }
        }
        """

    struct Broken: Error {}

    private static func live(
        _ performing: @escaping NotingHandler.Performing
    ) async throws -> (run: LiveRun, handler: NotingHandler, log: MemoryLog) {
        let (flow, log) = (try LoadedFlow(text), MemoryLog())
        let handler = NotingHandler(of: flow.table, performing)
        let run = try await LiveRun.begin(flow, in: log, handler, time: TestClock())
        return (run, handler, log)
    }

    @Test("What is ordered begins in the order of the log, whatever hangs before it")
    func order() async throws {
        let many = """
            flow Many version 1
            command go
            effect a  effect b  effect c  effect d  effect e
            effect f replies yes, no otherwise no within 60s
            final done
            within 20m -> done
            ignore unrecognised
            late other
            state first waits for user { on go stay { do a; do b; do f; do c; do d; do e } ignore yes, no }
            """
        let flow = try LoadedFlow(many)
        for _ in 0..<20 {
            let handler = NotingHandler(of: flow.table) { _, _ in
                try await hang()
                return nil
            }
            let run = try await LiveRun.begin(flow, in: MemoryLog(), handler, time: TestClock())
            for _ in 0..<5 { try await run.send(named: "go") }
            #expect(try await eventually { handler.performedEffects.count { $0 == "e" } == 5 })
            // The next `go` closes the order of `f`, which is not performed if its turn comes only then.
            let begun = handler.performedEffects
            #expect(begun.filter { $0 != "f" } == (0..<5).flatMap { _ in ["a", "b", "c", "d", "e"] })
            #expect(begun.suffix(5) == ["b", "f", "c", "d", "e"])
        }
    }

    @Test("`stop` is performed while `begin` hangs, in the flow's own types")
    func hangingBegin() async throws {
        actor SDK: OTPlessSNA.Effects {
            var calls: [String] = []
            func begin(requestId: String) async throws {
                calls.append("begin")
                try await hang()
            }
            func stop() { calls.append("stop") }
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
                calls.append("checkStatus")
                try await hang()
                return .denied
            }
        }
        for _ in 0..<20 {
            let sdk = SDK()
            let orchestrator = try await Orchestrator(
                MemoryLog(), serving: [Orchestrator.Service { _, _ in sdk }], time: TestClock(),
                device: { _, _ in Device() })
            let run = try await orchestrator.begin(OTPlessSNA.self)
            #expect(try await run.send(.start(requestId: "r")) == .accepted)
            for _ in 0..<2000 where await sdk.calls.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await run.send(.cancel) == .accepted)
            for _ in 0..<2000 where await sdk.calls.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await sdk.calls == ["begin", "checkStatus", "stop"])
        }
    }

    @Test("Handlers run at the priority that was chosen, whoever sends", arguments: [TaskPriority.utility, .high])
    func priority(_ chosen: TaskPriority) async throws {
        final class SignIn: OTPlessSNA.Effects {
            let priorities = Lock<[TaskPriority]>([])

            func begin(requestId: String) async throws { note() }
            func stop() async throws { note() }
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
                await Task.yield()
                note()
                return .confirmed
            }

            private func note() { priorities.withLock { $0.append(Task.currentPriority) } }
        }
        let handlers = SignIn()
        let orchestrator = try await Orchestrator(
            MemoryLog(), serving: [Orchestrator.Service { _, _ in handlers }], time: TestClock(),
            handlerPriority: chosen,
            device: { _, _ in Device() })
        let run = try await orchestrator.begin(OTPlessSNA.self)
        try await Task(priority: .background) { _ = try await run.send(.start(requestId: "r")) }.value
        #expect(try await eventually { handlers.priorities.withLock { $0.count } == 2 })
        #expect(handlers.priorities.withLock { $0 } == [chosen, chosen])
    }

    @Test("A handler whose order is closed is cancelled, and an answer that it gives all the same is stale or late")
    func cancelled() async throws {
        let cancelled = Lock<[Int]>([])
        let (run, handler, log) = try await Self.live { effect, number in
            guard effect == "ask" else { return nil }
            do { try await hang() } catch { cancelled.withLock { $0.append(number) } }
            return "yes"
        }
        try await run.send(named: "start")
        #expect(try await eventually { handler.performedEffects == ["begin", "ask"] })
        try await run.send(named: "again")
        #expect(try await eventually { try await run.events(in: log).last == "yes: stale" })
        #expect(cancelled.withLock { $0 } == [1])
        #expect(try await eventually { handler.performedEffects == ["begin", "ask", "ask"] })
        try await run.send(named: "cancel")
        #expect(try await eventually { try await run.events(in: log).last == "yes: late" })
        #expect(cancelled.withLock { $0 } == [1, 2])
        #expect(
            try await run.events(in: log) == [
                "start: taken", "again: taken", "yes: stale", "cancel: taken", "yes: late",
            ])
        for await failure in run.failures { Issue.record("\(failure)") }
    }

    @Test("What a handler does when it is cancelled runs in a task, before the next handler of its run begins")
    func cancelling() async throws {
        let story = Lock<[String]>([])
        let (run, _, _) = try await Self.live { effect, number in
            guard effect == "ask" else { return nil }
            await withTaskCancellationHandler {
                story.withLock { $0.append("ask \(number)") }
                try? await hang()
            } onCancel: {
                // The thread that carries out what follows for all runs has no task.
                let place = withUnsafeCurrentTask { $0 == nil ? "of all runs" : "in a task" }
                usleep(50_000)
                story.withLock { $0.append("cancelled \(number) \(place)") }
            }
            return nil
        }
        try await run.send(named: "start")
        #expect(try await eventually { story.withLock { $0.count } == 1 })
        try await run.send(named: "again")
        #expect(try await eventually { story.withLock { $0.count } == 3 })
        try await run.send(named: "cancel")
        #expect(try await eventually { story.withLock { $0.count } == 4 })
        #expect(story.withLock { $0 } == ["ask 1", "cancelled 1 in a task", "ask 2", "cancelled 2 in a task"])
    }

    @Test("A run does not rest before what a handler does when it is cancelled is done")
    func cancellingAtRest() async throws {
        let (hasBegun, known, rests) = (Lock(false), Lock<LiveRun?>(nil), Lock<[Bool]>([]))
        let (run, _, _) = try await Self.live { effect, _ in
            guard effect == "ask" else { return nil }
            await withTaskCancellationHandler {
                hasBegun.withLock { $0 = true }
                try? await hang()
            } onCancel: {
                // Two handlers are not done, `ask` and `stop`. Both are left out of account here, and the run still does not rest, for this
                // cancellation is at work; `stop` is called only behind it.
                guard let run = known.withLock({ $0.take() }) else { return }
                rests.withLock { $0.append(run.isAtRest(after: run.decisions, besides: 2)) }
            }
            return nil
        }
        try await run.send(named: "start")
        #expect(
            try await eventually { hasBegun.withLock { $0 } && run.isAtRest(after: run.decisions, besides: 1) })
        known.withLock { $0 = run }
        try await run.send(named: "cancel")
        #expect(try await eventually { rests.withLock { $0 } == [false] })
        #expect(try await eventually { run.isAtRest(after: run.decisions, besides: 0) })
    }

    @Test("A handler that gives up because its order is closed has not failed, and says nothing")
    func givingUp() async throws {
        let (run, handler, log) = try await Self.live { effect, _ in
            if effect == "ask" { try await hang() }
            return nil
        }
        try await run.send(named: "start")
        #expect(try await eventually { handler.performedEffects == ["begin", "ask"] })
        try await run.send(named: "again")
        #expect(try await eventually { handler.performedEffects == ["begin", "ask", "ask"] })
        try await run.send(named: "cancel")
        // The stream of failures ends when every handler has returned.
        for await failure in run.failures { Issue.record("\(failure)") }
        #expect(try await run.events(in: log) == ["start: taken", "again: taken", "cancel: taken"])
    }

    @Test("The stream of failures has each handler that throws, with its error, whether the flow hears of it or not")
    func failures() async throws {
        let (run, _, log) = try await Self.live { _, _ in throw Broken() }
        let early = run.failures
        try await run.send(named: "start")
        for failures in [early, run.failures] {
            var told: [String] = []
            for await failure in failures {
                #expect(failure.reason is Broken)
                told.append(failure.effect)
            }
            #expect(told.sorted() == ["ask", "begin"])
        }
        #expect(try await run.events(in: log) == ["start: taken", "unknown: taken"])
    }

    @Test(
        "A handler that returns nothing, or an event that is no reply, has failed, and the flow hears the 'otherwise'",
        arguments: [nil, "start"])
    func noAnswer(_ reply: String?) async throws {
        let (run, _, log) = try await Self.live { effect, _ in effect == "ask" ? reply : nil }
        try await run.send(named: "start")
        var reasons: [EffectFailure.Refusal?] = []
        for await failure in run.failures { reasons.append(failure.reason as? EffectFailure.Refusal) }
        #expect(reasons.count == 1)
        if reply == nil {
            #expect(reasons == [.noAnswer])
        } else if case .notItsAnswer? = reasons.first ?? nil {
        } else {
            Issue.record("\(reasons)")
        }
        #expect(try await run.events(in: log) == ["start: taken", "unknown: taken"])
    }
}
