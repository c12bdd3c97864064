import KeywayCore
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

/// What is due at one instant of the test's clock comes in one order, whatever threads do; so each test is made many times.
@Suite("Several things at one instant of the test's clock")
struct InstantTests {
    /// Handlers that take a while by the clock.
    private struct SlowApp: OTPlessSNA.Effects {
        let clock: TestClock
        let woken: NotedThings
        var beginning = Duration.zero
        let checking: Duration
        let answer: OTPlessSNA.CheckStatusReply

        private func sleep(_ duration: Duration) async throws {
            let milliseconds = duration / .milliseconds(1)
            try await clock.sleep(until: clock.now.advanced(byMilliseconds: Int64(milliseconds)))
        }

        func begin(requestId: String) async throws {
            try await sleep(beginning)
            woken.note("begin")
        }

        func stop() async throws {}

        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
            try await sleep(checking)
            woken.note("checkStatus")
            return answer
        }
    }

    private func started(
        beginning: Duration = .zero, checking: Duration, answer: OTPlessSNA.CheckStatusReply,
        noting woken: NotedThings = NotedThings()
    ) async throws -> TestRun<OTPlessSNA> {
        let clock = TestClock()
        let test = try await TestRun(OTPlessSNA.self, clock: clock, isExhaustive: false) {
            SlowApp(clock: clock, woken: woken, beginning: beginning, checking: checking, answer: answer)
        }
        try await test.send(.start(requestId: "ARID_1"))
        return test
    }

    @Test("An answer in the very instant of its limit counts")
    func limit() async throws {
        for _ in 0..<100 {
            let test = try await started(checking: .seconds(10), answer: .confirmed)
            try await test.advance(by: .seconds(10))
            try test.expectState(.authenticated)
            try await test.finish()
        }
    }

    @Test("A deadline comes before an answer of its instant")
    func deadline() async throws {
        for _ in 0..<100 {
            let test = try await started(checking: .seconds(10), answer: .denied)
            let failed: [String: RawValue] = ["responseType": .text("FAILED")]
            try await test.deliver(.object(failed))
            try test.expectState(.closing)
            try await test.advance(by: .seconds(10))
            // The deadline asks anew, and so the answer is to a question that nobody asks any more.
            try test.expectState(.lastly)
            try await test.finish()
        }
    }

    @Test("Handlers wake in the order of their calls")
    func handlers() async throws {
        for _ in 0..<100 {
            let woken = NotedThings()
            let test = try await started(
                beginning: .seconds(5), checking: .seconds(5), answer: .pending, noting: woken)
            try await test.advance(by: .seconds(5))
            #expect(woken.things == ["begin", "checkStatus"])
            try await test.finish()
        }
    }
}
