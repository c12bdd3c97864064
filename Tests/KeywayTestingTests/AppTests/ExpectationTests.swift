import KeywayCore
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

@Suite("An expectation that does not hold says what was expected, what is, and the run so far")
struct ExpectationTests {
    private let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()

    private func started(isExhaustive: Bool = true) async throws -> TestRun<OTPlessSNA> {
        try await .started(isExhaustive: isExhaustive, asking: statuses)
    }

    @Test("Another state, with the whole story")
    func state() async throws {
        let test = try await started()
        let failure = #expect(throws: UnmetExpectation.self) {
            try test.expectState(.confirming, fileID: "App/SignInTests.swift", line: 12)
        }
        #expect(
            failure?.description == """
                App/SignInTests.swift:12: expected the state confirming, found running
                  0s begins in idle
                  0s start taken, running, orders begin, checkStatus
                  handler begin(requestId: "ARID_1") returned, not expected so far
                  handler checkStatus(requestId: "ARID_1") waits, not expected so far
                """)
    }

    @Test("An effect that nobody expected")
    func unexpectedEffect() async throws {
        let test = try await started()
        let failure = #expect(throws: UnmetExpectation.self) {
            try test.expectEffects([.checkStatus(requestId: "ARID_1")])
        }
        #expect(failure?.expected == #"the effects [checkStatus(requestId: "ARID_1")]"#)
        #expect(
            failure?.found == #"[begin(requestId: "ARID_1"), checkStatus(requestId: "ARID_1")]"#
                + #"; not expected: [begin(requestId: "ARID_1")]"#)
        #expect(failure?.place?.hasPrefix("KeywayTestingTests/ExpectationTests.swift:") == true)
    }

    @Test("An effect that is missing, or has other arguments, or comes in another order", arguments: [true, false])
    func missingEffect(isExhaustive: Bool) async throws {
        let test = try await started(isExhaustive: isExhaustive)
        let wrong: [[OTPlessSNA.Effect]] = [
            [.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1"), .stop],
            [.begin(requestId: "ARID_2"), .checkStatus(requestId: "ARID_1")],
            [.checkStatus(requestId: "ARID_1"), .begin(requestId: "ARID_1")],
        ]
        for effects in wrong {
            let failure = #expect(throws: UnmetExpectation.self) { try test.expectEffects(effects) }
            #expect(failure?.found.contains("; missing: [") == true)
            #expect(failure?.found.contains("not expected:") == (isExhaustive && effects.count == 2))
        }
        // An expectation that failed marks no effect as expected.
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
    }

    @Test("An effect where none is expected", arguments: [true, false])
    func noEffect(isExhaustive: Bool) async throws {
        let test = try await started(isExhaustive: isExhaustive)
        let failure = #expect(throws: UnmetExpectation.self) { try test.expectEffects([]) }
        #expect(failure?.expected == "the effects []")
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try test.expectEffects([])
    }

    @Test("An effect that was left out, at the first expectation after the next thing that the test does")
    func leftOut() async throws {
        let test = try await started()
        try test.expectState(.running)
        try await test.deliver(.said("ONETAP"))
        let failure = #expect(throws: UnmetExpectation.self) { try test.expectState(.confirming) }
        #expect(failure?.expected == "no effects but those of 'expectEffects'")
        #expect(failure?.found == #"[begin(requestId: "ARID_1"), checkStatus(requestId: "ARID_1")] besides"#)
    }

    @Test("An effect that was left out until the end")
    func leftOutAtTheEnd() async throws {
        let test = try await started()
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.send(.cancel)
        try test.expectState(.cancelled)
        let failure = await #expect(throws: UnmetExpectation.self) { try await test.finish() }
        #expect(failure?.found == "[stop] besides")
    }

    @Test("A run that has not ended")
    func notFinished() async throws {
        let test = try await started()
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        let failure = await #expect(throws: UnmetExpectation.self) { try await test.finish() }
        #expect(failure?.expected == "that the run has ended")
        #expect(failure?.found == "running, where it goes on")
        // The test is over all the same.
        await #expect(throws: UnmetExpectation.self) { try await test.send(.cancel) }
        try test.expectState(.running)
    }

    @Test("A sub-flow that the flow does not have, has not begun, or is elsewhere")
    func subFlows() async throws {
        let test = try await started(isExhaustive: false)
        let none = #expect(throws: UnmetExpectation.self) {
            try test.expectEffects([], in: SubFlow<OTPlessSNA, OTPlessSNA>(declared: "silent"))
        }
        #expect(none?.found == "that the flow has none")
        let login = try await TestRun(PhoneLogin.self, isExhaustive: false) {
            LoginApp(silent: SilentApp(statuses: statuses))
        }
        let unknown = #expect(throws: UnmetExpectation.self) {
            try login.expectState(.idle, in: SubFlow<PhoneLogin, OTPlessSNA>(declared: "silence"))
        }
        #expect(unknown?.found == "only silent, smart, oneTap, truecaller, offline")
        let early = #expect(throws: UnmetExpectation.self) {
            try login.expectState(.idle, in: .silent)
        }
        #expect(early?.found == "that 'silent' has not begun")
        try await login.send(.bySilenceAlone)
        let elsewhere = #expect(throws: UnmetExpectation.self) {
            try login.expectState(.idle, in: .silent)
        }
        #expect(elsewhere?.found == "'silent' in running")
        let others = #expect(throws: UnmetExpectation.self) {
            try login.expectEffects([.stop], in: .silent)
        }
        #expect(others?.found.contains("missing: [stop]") == true)
        #expect(others?.story.last?.hasPrefix("handler silent: checkStatus(") == true)
    }

    @Test("A duration is described as a test writes it")
    func durations() async throws {
        let login = try await TestRun(PhoneLogin.self, isExhaustive: false) {
            LoginApp(silent: SilentApp(statuses: statuses))
        }
        let cases: [(life: Duration, text: String)] = [
            (.seconds(300), ".seconds(300)"), (.milliseconds(1500), ".milliseconds(1500)"), (.zero, ".seconds(0)"),
        ]
        for (life, text) in cases {
            let effect = OTPlessSmartAuth.Effect.begin(
                phone: nil, countryCode: nil, email: "a@b.example", account: nil, requestId: nil, way: .code, by: .sms,
                digits: 6, codeLife: life)
            let failure = #expect(throws: UnmetExpectation.self) { try login.expectEffects([effect], in: .smart) }
            #expect(failure?.expected.contains("by: .sms, digits: 6, codeLife: \(text))") == true)
        }
    }

    @Test("The story has what came back, what failed and what died")
    func story() async throws {
        struct Unreachable: Error {}
        struct Failing: OTPlessSNA.Effects {
            let hold = HeldAnswers<Void>()

            func begin(requestId: String) async throws { throw Unreachable() }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
                try await hold.next()
                return .denied
            }
        }
        let test = try await TestRun(OTPlessSNA.self) { Failing() }
        try await test.deliver(.object(["responseType": .text("NEWS")]))
        try await test.send(.start(requestId: "ARID_1"))
        try await test.crash(for: .milliseconds(1500))
        let failure = #expect(throws: UnmetExpectation.self) { try test.expectEffects([]) }
        #expect(
            failure?.story == [
                "0s begins in idle", "0s unrecognised unrecognised, idle",
                "0s start taken, running, orders begin, checkStatus", "1500ms comes back",
                "1500ms restored(withValues = false) taken, idle", "1500ms unreachable late, idle",
                #"handler begin(requestId: "ARID_1") failed: Unreachable(), not expected so far"#,
                #"handler checkStatus(requestId: "ARID_1") died with its process, not expected so far"#,
            ])
    }
}
