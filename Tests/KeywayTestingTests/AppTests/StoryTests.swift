import KeywayCore
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

@Suite("The test of an app")
struct StoryTests {
    @Test("A whole story: commands, callbacks, answers and the clock")
    func story() async throws {
        let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()
        let test = try await TestRun(OTPlessSNA.self, handlers: { SilentApp(statuses: statuses) })
        try test.expectState(.idle)
        try await test.deliver(.said("SDK_READY"))
        #expect(try await test.send(.start(requestId: "ARID_1")) == .accepted)
        try test.expectState(.running)
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        #expect(test.context.requestId == "ARID_1")
        statuses.give(.pending)
        try await test.runUntilIdle()
        try test.expectEffects([])
        try await test.advance(by: .seconds(1))
        try test.expectEffects([.checkStatus(requestId: "ARID_1")])
        try await test.deliver(.said("ONETAP"))
        try test.expectState(.confirming)
        statuses.give(.confirmed)
        try await test.runUntilIdle()
        try test.expectState(.authenticated)
        #expect(try await test.send(.cancel) == .rejected(.ended))
        try await test.finish()
    }

    @Test("The clock stops at each instant that the run waits for, and the answers in between count")
    func timers() async throws {
        for _ in 0..<20 {
            let test = try await TestRun(OTPlessSNA.self) { DecidedApp(status: .pending) }
            try await test.send(.start(requestId: "ARID_1"))
            try await test.advance(by: .seconds(29) + .milliseconds(999))
            let polls = [OTPlessSNA.Effect](repeating: .checkStatus(requestId: "ARID_1"), count: 30)
            try test.expectEffects([.begin(requestId: "ARID_1")] + polls)
            try test.expectState(.running)
            try await test.advance(by: .milliseconds(1))
            try test.expectState(.failed)
            try test.expectEffects([.checkStatus(requestId: "ARID_1"), .stop])
            #expect(test.context.why == .silent)
            #expect(test.clock.now == Instant(milliseconds: 30_000))
            try await test.finish()
        }
    }

    @Test("A limit of an effect passes like any other instant, and its handler is cancelled")
    func limits() async throws {
        let test = try await TestRun.started(asking: HeldAnswers())
        try await test.advance(by: .seconds(10))
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try test.expectState(.running)
        try await test.send(.cancel)
        try test.expectEffects([.stop])
        try test.expectState(.cancelled)
        try await test.finish()
    }

    @Test("A lane is granted, and everything behind it done, before a command returns")
    func lanes() async throws {
        let answers = HeldAnswers<PowerAuthRequest.SendReply>()
        let completions = HeldAnswers<PowerAuthRequest.CompleteReply>()
        for _ in 0..<20 {
            let test = try await TestRun(PowerAuthRequest.self) {
                RequestApp(answers: answers, completions: completions)
            }
            try await test.send(.signedPost)
            try test.expectState(.sending)
            try test.expectEffects([.readActivation, .syncTime, .sign, .send(kind: .signed, encrypted: false)])
            answers.give(.answered(answer: .ok, refusal: nil))
            completions.give(.completed)
            try await test.runUntilIdle()
            try test.expectState(.succeeded)
            try test.expectEffects([.complete(reason: nil, refusal: nil)])
            try await test.finish()
        }
    }

    @Test("Sub-flows have states and effects of their own")
    func subFlows() async throws {
        let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()
        let test = try await TestRun(PhoneLogin.self, reference: "ticket 1") {
            LoginApp(silent: SilentApp(statuses: statuses))
        }
        try await test.send(.bySilenceAlone)
        try test.expectState(.bySilence)
        try test.expectState(.running, in: .silent)
        try test.expectEffects([.createRequest(phone: "9876543210", countryCode: "IN")])
        try test.expectEffects(
            [.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")], in: .silent)
        #expect(try await test.send(.start(requestId: "ARID_2"), to: .silent) == .rejected(.notNow))
        statuses.give(.confirmed)
        try await test.runUntilIdle()
        try test.expectState(.authenticated, in: .silent)
        try test.expectState(.authenticated)
        try await test.finish()
    }

    @Test("What follows from a handler that throws was decided before a command returns")
    func failures() async throws {
        for _ in 0..<100 {
            let test = try await TestRun(PhoneLogin.self) {
                LoginApp(silent: DecidedApp(status: .pending), requestId: nil)
            }
            try await test.send(.bySilenceAlone)
            try test.expectState(.preparing)
            try test.expectEffects([.createRequest(phone: "9876543210", countryCode: "IN")])
            // Our backend is asked again three seconds after the failure, which would begin later if `send` returned too early.
            try await test.advance(by: .seconds(3))
            try test.expectEffects([.createRequest(phone: "9876543210", countryCode: "IN")])
            try await test.send(.cancel)
            try test.expectState(.cancelled)
            try await test.finish()
        }
    }

    @Test("A test that is not exhaustive may leave out effects, and the end")
    func leavingOut() async throws {
        let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()
        let test = try await TestRun.started(isExhaustive: false, asking: statuses)
        statuses.give(.pending)
        try await test.advance(by: .seconds(1))
        try test.expectEffects([.begin(requestId: "ARID_1")])
        try test.expectEffects([.checkStatus(requestId: "ARID_1")])
        try test.expectState(.running)
        try await test.finish()
    }
}
