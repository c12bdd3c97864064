import Keyway
import KeywayTesting
import SignInExample
import Testing

/// Runs of `Visit` in which the app's own code, `House`, performs the effects, on a clock that moves only where a test says so.
///
/// `finish` throws where the run has not ended, or where an effect was performed that no `expectEffects` named.
@Suite("Coming in")
struct ComingInTests {
    private let test: TestRun<Visit>

    init() async throws {
        test = try await TestRun(Visit.self) { House() }
    }

    @Test("Somebody inside lets the visitor in")
    func letIn() async throws {
        #expect(try await test.send(.ring) == .accepted)
        try test.expectState(.ringing)
        try test.expectEffects([.bell])
        // The intercom reports that somebody inside has pressed its door button.
        try await test.deliver(.object(["button": .text("DOOR")]))
        try test.expectState(.inside)
        try await test.finish()
    }

    @Test("Nobody is there, and the second code is right")
    func secondCodeIsRight() async throws {
        try await test.send(.ring)
        try test.expectEffects([.bell])
        // Nobody has opened by then, so the flow begins its sub-flow `code`.
        try await test.advance(by: .seconds(30))
        try test.expectState(.waiting, in: .code)
        for code in ["1234", "2718"] {
            #expect(try await test.send(.submit(code: code), to: .code) == .accepted)
            try test.expectEffects([.check(code: code)], in: .code)
        }
        try test.expectState(.open, in: .code)
        try test.expectState(.inside)
        try await test.finish()
    }

    @Test("The app dies before each code, and yet the third wrong one ends the visit")
    func appDiesBeforeEachCode() async throws {
        try await test.send(.useCode)
        for code in ["1111", "2222", "3333"] {
            try await test.crash(for: .seconds(60))
            try await test.send(.submit(code: code), to: .code)
            try test.expectEffects([.check(code: code)], in: .code)
        }
        try test.expectState(.away)
        #expect(try await test.send(.ring) == .rejected(.ended))
        try await test.finish()
    }
}
