import KeywayCore
import KeywayLog
import KeywayOrchestrator
import ProviderFlows
import Testing

@testable import KeywayTesting

@Suite("A handler that takes its time in the test of an app")
struct HangingTests {
    /// An SDK whose call hangs until it is cancelled, and a backend whose answer takes a while by the clock.
    private struct SlowApp: OTPlessSNA.Effects {
        let clock: TestClock

        func begin(requestId: String) async throws { for await _ in AsyncStream<Never>.makeStream().stream {} }
        func stop() async throws {}

        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
            try await clock.sleep(until: clock.now.advanced(byMilliseconds: 3000))
            return .confirmed
        }
    }

    /// A backend that is asked for five seconds at most.
    private struct ImpatientApp: OTPlessSNA.Effects {
        let clock: TestClock
        let ask: @Sendable () async throws -> OTPlessSNA.CheckStatusReply

        func begin(requestId: String) async throws {}
        func stop() async throws {}

        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
            try await withThrowingTaskGroup(of: OTPlessSNA.CheckStatusReply.self) { group in
                group.addTask { try await ask() }
                group.addTask {
                    try await clock.sleep(until: clock.now.advanced(byMilliseconds: 5000))
                    return .unreachable
                }
                defer { group.cancelAll() }
                // What comes first is not yet the answer: a handler has things to do before it returns.
                let first = try await group.next()
                for _ in 0..<1000 { await Task.yield() }
                return first ?? .unreachable
            }
        }
    }

    @Test("A handler that hangs is waited for once, and then counts as waiting")
    func hanging() async throws {
        let clock = TestClock()
        let test = try await TestRun(OTPlessSNA.self, clock: clock, patience: .milliseconds(300)) {
            SlowApp(clock: clock)
        }
        let start = ContinuousClock.now
        try await test.send(.start(requestId: "ARID_1"))
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.advance(by: .milliseconds(2999))
        try test.expectState(.running)
        try await test.advance(by: .milliseconds(1))
        try test.expectState(.authenticated)
        try await test.finish()
    }

    @Test("A handler that is at work is waited for, however often it is suspended")
    func working() async throws {
        struct Yielding: OTPlessSNA.Effects {
            func begin(requestId: String) async throws {}
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
                for _ in 0..<1000 { await Task.yield() }
                return .confirmed
            }
        }
        for _ in 0..<20 {
            let test = try await TestRun(OTPlessSNA.self, patience: .seconds(60)) { Yielding() }
            try await test.send(.start(requestId: "ARID_1"))
            try test.expectState(.authenticated)
            try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
            try await test.finish()
        }
    }

    @Test("A handler that waits for two things is at work once it has one of them, until it waits anew")
    func waitingForTwo() {
        let calls = HandlerCalls()
        let id = EffectOrder.ID(sequence: 1, index: 0)
        let place = calls.begin(
            EffectOrder(id: id, effect: 0, arguments: [], attempt: 1), in: nil, of: 1)
        let task = HandlerCall.currentTask
        calls.beginWait(of: place, in: task)
        calls.beginWait(of: place, in: task)
        #expect(calls.waiting(in: 1) == 1)
        calls.endWait(of: place, in: task)
        #expect(calls.waiting(in: 1) == 0)
        calls.beginWait(of: place, in: task)
        #expect(calls.waiting(in: 1) == 1)
        calls.endWait(of: place, in: task)
        calls.giveUp(in: 1)
        #expect(calls.waiting(in: 1) == 1)
    }

    @Test("A handler of which only a task that it made waits counts as waiting when nothing goes on for a moment")
    func waitingBesideWork() {
        let calls = HandlerCalls()
        let id = EffectOrder.ID(sequence: 1, index: 0)
        let place = calls.begin(EffectOrder(id: id, effect: 0, arguments: [], attempt: 1), in: nil, of: 1)
        let made = (HandlerCall.currentTask ?? 0) &+ 1
        calls.passWait(of: place)
        calls.beginWait(of: place, in: made)
        #expect(calls.waiting(in: 1) == 0 && calls.perhapsWaiting(in: 1) == 1)
        calls.noteQuiet(in: 1)
        #expect(calls.waiting(in: 1) == 1)
        calls.endWait(of: place, in: made)
        #expect(calls.waiting(in: 1) == 0 && calls.perhapsWaiting(in: 1) == 0)
    }

    @Test("A handler with a time-out of its own is at work where its answer is there at once", arguments: 0..<20)
    func answerAtOnce(_: Int) async throws {
        let (clock, statuses) = (TestClock(), HeldAnswers<OTPlessSNA.CheckStatusReply>())
        statuses.give(.confirmed)
        try await confirmed(by: clock) { try await statuses.next() }
    }

    @Test("A handler with a time-out of its own is at work where an actor answers", arguments: 0..<20)
    func answerOfActor(_: Int) async throws {
        actor Backend {
            func status() -> OTPlessSNA.CheckStatusReply { .confirmed }
        }
        let backend = Backend()
        try await confirmed(by: TestClock()) { await backend.status() }
    }

    /// A run whose backend confirms, in five seconds at most, and that has ended when the test goes on.
    private func confirmed(
        by clock: TestClock, asking ask: @escaping @Sendable () async throws -> OTPlessSNA.CheckStatusReply
    ) async throws {
        let test = try await TestRun(OTPlessSNA.self, clock: clock, patience: .seconds(60)) {
            ImpatientApp(clock: clock, ask: ask)
        }
        try await test.send(.start(requestId: "ARID_1"))
        try test.expectState(.authenticated)
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.finish()
    }

    @Test("A handler with a time-out of its own gives its answer before the test goes on", arguments: 0..<20)
    func ownTimeOut(_: Int) async throws {
        let (clock, statuses) = (TestClock(), HeldAnswers<OTPlessSNA.CheckStatusReply>())
        let test = try await TestRun(OTPlessSNA.self, clock: clock) {
            ImpatientApp(clock: clock) { try await statuses.next() }
        }
        try await test.send(.start(requestId: "ARID_1"))
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.advance(by: .seconds(1))
        statuses.give(.confirmed)
        try await test.runUntilIdle()
        try test.expectState(.authenticated)
        try await test.finish()
    }

    @Test("A run that goes on and on does not come to rest, which is an error")
    func restless() async throws {
        struct Restless: OTPlessSNA.Effects {
            let goesOn: Lock<Bool>

            func begin(requestId: String) async throws {
                let route = CallbackRoute.current
                while goesOn.withLock({ $0 }) {
                    for _ in 0..<100 { route?.deliver(.said("ONETAP")) }
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .denied }
        }
        let goesOn = Lock(true)
        defer { goesOn.withLock { $0 = false } }
        let test = try await TestRun(OTPlessSNA.self, patience: .seconds(60)) { Restless(goesOn: goesOn) }
        let failure = await #expect(throws: UnmetExpectation.self) {
            try await test.send(.start(requestId: "ARID_1"))
        }
        #expect(failure?.expected == "the run to come to rest")
        // The test can end all the same, and nothing goes on behind it.
        await #expect(throws: UnmetExpectation.self) { try await test.finish() }
        let later = await #expect(throws: UnmetExpectation.self) { try await test.send(.cancel) }
        #expect(later?.expected == "a process that has the run")
    }
}
