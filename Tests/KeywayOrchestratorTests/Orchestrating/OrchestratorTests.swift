import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import LoginFixtures
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("An orchestrator")
struct OrchestratorTests {
    private func phone(_ performing: @escaping NotingHandler.Performing = { _, _ in nil }) throws -> Phone {
        Phone(try LoadedFlow(RecoveryTests.text), performing)
    }

    @Test("Beyond its limit it begins no run, and runs that come back are never refused")
    func limit() async throws {
        let phone = try phone()
        let orchestrator = try await phone.start(limit: 2)
        let first = try await orchestrator.begin(phone.running)
        _ = try await orchestrator.begin(phone.running)
        await #expect(throws: RunError.tooManyRuns(limit: 2)) { try await orchestrator.begin(phone.running) }
        try await first.send(named: "cancel")
        #expect(try await eventually { orchestrator.unfinished.count == 1 })
        #expect(try await eventually { (try? await orchestrator.begin(phone.running)) != nil })
        let next = try await phone.start(limit: 1)
        #expect(next.unfinished.count == 2)
        await #expect(throws: RunError.tooManyRuns(limit: 1)) { try await next.begin(phone.running) }
    }

    @Test("It begins no run of a flow that it does not serve")
    func notServed() async throws {
        let orchestrator = try await phone().start()
        await #expect(throws: RunError.notServed(flow: "OTPlessSNA")) { try await orchestrator.begin(OTPlessSNA.self) }
        #expect(orchestrator.run(RunID(high: 1, low: 1), of: OTPlessSNA.self) == nil)
        #expect(orchestrator.runs(of: OTPlessSNA.self, reference: "x").isEmpty)
    }

    @Test("It finds runs by identity and reference in the types of their flow, until they have ended")
    func finding() async throws {
        struct SignIn: OTPlessSNA.Effects {
            func begin(requestId: String) async throws {}
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .confirmed }
        }
        let orchestrator = try await Orchestrator(
            MemoryLog(), serving: [Orchestrator.Service { _, _ in SignIn() }], device: { _, _ in Device() })
        let run = try await orchestrator.begin(OTPlessSNA.self, reference: "person 1")
        #expect(orchestrator.run(run.id, of: OTPlessSNA.self)?.id == run.id)
        #expect(orchestrator.run(run.id, of: PhoneLogin.self) == nil)
        #expect(orchestrator.runs(of: OTPlessSNA.self, reference: "person 1").map(\.id) == [run.id])
        #expect(orchestrator.runs(of: OTPlessSNA.self, reference: "person 2").isEmpty)
        #expect(try await run.send(.cancel) == .accepted)
        #expect(try await eventually { orchestrator.run(run.id, of: OTPlessSNA.self) == nil })
        #expect(orchestrator.unfinished.isEmpty)
    }

    @Test("A run that has ended is not found by its reference, though a sub-flow that it left goes on")
    func outlived() async throws {
        let orchestrator = try await HeldCard.orchestrator()
        let run = try await orchestrator.begin(CardLogin.self, reference: "person 1")
        #expect(try await run.send(.start) == .accepted)
        #expect(orchestrator.runs(of: CardLogin.self, reference: "person 1").map(\.id) == [run.id])
        #expect(try await run.send(.cancel) == .accepted)
        #expect(orchestrator.unfinished.map(\.run) == [run.id])
        #expect(orchestrator.runs(of: CardLogin.self, reference: "person 1").isEmpty)
        #expect(orchestrator.run(run.id, of: CardLogin.self)?.id == run.id)
        let next = try await orchestrator.findOrBegin(CardLogin.self, reference: "person 1")
        #expect(next.id != run.id)
    }

    @Test(
        "A situation says how long a timer has left, also behind a clock that was set back; from the deadline on nothing"
    )
    func timeLeft() async throws {
        func left(of run: Run<CardLogin>?, in orchestrator: Orchestrator) throws -> Duration? {
            try #require(run?.present).timeLeft(until: .within10m, at: orchestrator.now)
        }
        let (log, time) = (MemoryLog(), TestClock(at: Instant(milliseconds: 5_000_000)))
        let orchestrator = try await HeldCard.orchestrator(log, time: time)
        let run = try await orchestrator.begin(CardLogin.self, reference: "person 1")
        time.advance(by: .seconds(60))
        #expect(try left(of: run, in: orchestrator) == .seconds(540))
        let situation = try #require(run.present)
        let deadline = try #require(situation.deadlines[.within10m])
        for (passed, left) in [(-1, Duration.milliseconds(1)), (0, .zero), (1, .zero)] {
            let now = deadline.advanced(byMilliseconds: Int64(passed))
            #expect(situation.timeLeft(until: .within10m, at: now) == left)
        }
        #expect(situation.timeLeft(until: .start, at: time.now) == nil, "this is no timer that runs")
        let setBack = TestClock(at: Instant(milliseconds: 1_000_000))
        let next = try await HeldCard.orchestrator(log.reopened(), time: setBack)
        let same = next.runs(of: CardLogin.self, reference: "person 1").first
        #expect(try left(of: same, in: next) == .seconds(600))
    }

    @Test("Of several who want a run of one reference at one moment, one begins it and the others get it")
    func findOrBegin() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        let found = try await withThrowingTaskGroup(of: RunID.self) { group in
            for _ in 0..<16 {
                group.addTask { try await orchestrator.findOrBegin(PhoneLogin.self, reference: "person 1").id }
            }
            return try await group.reduce(into: Set<RunID>()) { $0.insert($1) }
        }
        #expect(found.count == 1 && orchestrator.unfinished.map(\.run) == Array(found))
        let other = try await orchestrator.findOrBegin(PhoneLogin.self, reference: "person 2")
        #expect(!found.contains(other.id) && orchestrator.state.withLock { $0.turns.isEmpty })
    }

    @Test("A run that came back is seen in its flow's types, without the values that no log has")
    func situations() async throws {
        struct Waiting: OTPlessSNA.Effects {
            func begin(requestId: String) async throws { try await hang() }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
                try await hang()
                return .pending
            }
        }
        let log = MemoryLog()
        let time = TestClock()
        func start(_ log: MemoryLog) async throws -> Orchestrator {
            try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in Waiting() }], time: time) { _, _ in
                Device()
            }
        }
        let run = try await start(log).begin(OTPlessSNA.self)
        #expect(try await run.send(.start(requestId: "ARID_1")) == .accepted)
        let recovered = try await start(log.reopened()).run(run.id, of: OTPlessSNA.self)
        var last: OTPlessSNA.State?
        for try await situation in try #require(recovered).situations {
            #expect(situation.context.requestId == nil)
            last = situation.state
            // From `running` the flow goes back to where the request is given.
            if situation.state == .idle { break }
            #expect(situation.state == .running)
        }
        #expect(last == .idle)
        _ = try await recovered?.send(.cancel)
    }

    @Test("Shut down, it waits for handlers, takes nothing more, and its runs go on when the log is opened again")
    func shutDown() async throws {
        let (silence, answer) = AsyncStream.makeStream(of: Void.self)
        let phone = try phone { effect, _ in
            guard effect == "query" else { return nil }
            for await _ in silence {}
            return "no"
        }
        let orchestrator = try await phone.start()
        let (asking, waiting) = (
            try await orchestrator.begin(phone.running), try await orchestrator.begin(phone.running)
        )
        try await asking.send(named: "ask")
        let states = waiting.states
        async let isDown: Void = orchestrator.shutDown()
        await #expect(throws: RunError.shutDown) {
            // The first commands may come before the shutdown.
            for _ in 0..<100_000 {
                _ = try await waiting.send(named: "pay")
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        answer.finish()
        try await isDown
        #expect(asking.durableStateName == "doubtful")
        await #expect(throws: RunError.shutDown) { for try await _ in states {} }
        await #expect(throws: RunError.shutDown) { try await orchestrator.begin(phone.running) }
        await #expect(throws: LogError.closed) {
            try await phone.log.append(Append(run: RunID(high: 1, low: 1), records: [], standing: .over))
        }
        #expect(try await phone.start().unfinished.count == 2)
    }

    @Test("A handler that does not return in time is cancelled, and its effect is performed again in the next process")
    func hangs() async throws {
        let phone = try phone { effect, _ in
            if effect == "query" { try await hang() }
            return nil
        }
        let orchestrator = try await phone.start()
        let run = try await orchestrator.begin(phone.running)
        try await run.send(named: "ask")
        try await orchestrator.shutDown(within: .milliseconds(20))
        #expect(run.durableStateName == "asking")
        let next = try await phone.restart(finding: run.id)
        #expect(try await eventually { phone.performedEffects(of: next.id) == ["query"] })
    }

    @Test("`pause` lasts its whole time in a cancelled task too, so that a loop which waits there does not spin")
    func pauseOfCancelledTask() async {
        let pausing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let start = ContinuousClock.now
            await pause(for: .milliseconds(20))
            return ContinuousClock.now - start
        }
        #expect(await pausing.value >= .milliseconds(20))
    }

    @Test("Shut down in a task that is cancelled, it waits for handlers all the same")
    func shutDownInCancelledTask() async throws {
        let (silence, answer) = AsyncStream.makeStream(of: Void.self)
        let phone = try phone { effect, _ in
            guard effect == "query" else { return nil }
            for await _ in silence {}
            return "no"
        }
        let orchestrator = try await phone.start()
        let run = try await orchestrator.begin(phone.running)
        try await run.send(named: "ask")
        let shutDown = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await orchestrator.shutDown(within: .seconds(3600))
        }
        #expect(try await eventually { orchestrator.isShutDown })
        answer.finish()
        try await shutDown.value
        #expect(run.durableStateName == "doubtful")
    }

    /// Does something when the orchestrator adopts its first run: when it has the run from then on.
    private final class FirstRun: RunWatcher {
        private let work = Lock<(@Sendable () -> Void)?>(nil)

        func setWork(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

        func adopted(_ run: LiveRun) {
            let work = work.withLock { work in
                defer { work = nil }
                return work
            }
            work?()
        }

        func wentOn() {}
        func performs(_ task: Task<Void, Never>) {}
    }

    @Test("A run counts once against the limit, also while it is being adopted")
    func countedOnce() async throws {
        let flow = try LoadedFlow(RecoveryTests.text)
        let (running, first) = (RunningFlow(flow.table), FirstRun())
        let orchestrator = Orchestrator(
            beginningIn: MemoryLog(),
            serving: [
                Orchestrator.Service(FlowVersion(of: running, annotations: flow.annotations), running) { _, _ in
                    NotingHandler(of: running.table)
                }
            ], time: TestClock(), limit: 2, watchedBy: first, device: { _, _ in Device() })
        let second = Lock<Result<RunID, RunError>?>(nil)
        first.setWork {
            let begun = Result { () throws(RunError) in try orchestrator.beginAndWait(running).id }
            second.withLock { $0 = begun }
        }
        _ = try await orchestrator.begin(running)
        #expect(throws: Never.self) { try second.withLock { $0 }?.get() }
        #expect(orchestrator.unfinished.count == 2)
    }
}
