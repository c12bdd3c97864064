import Keyway
import KeywayTesting
import ProviderFlows
import Testing

/// The app's handlers, over a backend that each test answers for.
struct TestedSignIn: OTPlessSNA.Effects {
    let statuses: HeldAnswers<OTPlessSNA.CheckStatusReply>

    func begin(requestId: String) async throws {}  // a fake of the SDK's start()
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { try await statuses.next() }
}

@Suite("Signing in silently")
struct SignInTests {
    let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()

    func started() async throws -> TestRun<OTPlessSNA> {
        let test = try await TestRun(OTPlessSNA.self, handlers: { [statuses] in TestedSignIn(statuses: statuses) })
        #expect(try await test.send(.start(requestId: "ARID_1")) == .accepted)
        try test.expectState(.running)
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        return test
    }

    @Test("The backend confirms after the SDK has said so")
    func confirmed() async throws {
        let test = try await started()
        statuses.give(.pending)
        try await test.deliver(.object(["responseType": .text("ONETAP")]))
        try test.expectState(.confirming)
        try await test.advance(by: .seconds(1))
        try test.expectEffects([.checkStatus(requestId: "ARID_1")])
        statuses.give(.confirmed)
        try await test.runUntilIdle()
        try test.expectState(.authenticated)
        try await test.finish()
    }

    @Test("Nobody says anything")
    func silence() async throws {
        let test = try await started()
        try await test.advance(by: .seconds(30))
        try test.expectState(.lastly)
        // The backend was asked again a second after each answer had taken 10 s, and a last time after 30 s.
        try test.expectEffects([
            .checkStatus(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1"),
        ])
        try await test.advance(by: .seconds(10))
        try test.expectState(.failed)
        #expect(test.context.why == .silent)
        try test.expectEffects([.stop])
        try await test.finish()
    }

    @Test("The app dies while the SDK is at work, and its call is not made twice")
    func crash() async throws {
        let test = try await started()
        try await test.crash(for: .seconds(5))
        // The log has no personal value, so the flow goes back to where the request is given.
        try test.expectState(.idle)
        try test.expectEffects([])
        try await test.send(.start(requestId: "ARID_2"))
        try test.expectEffects([.begin(requestId: "ARID_2"), .checkStatus(requestId: "ARID_2")])
        statuses.give(.confirmed)
        try await test.runUntilIdle()
        try test.expectState(.authenticated)
        try await test.finish()
    }
}
