import FlowFixtures
import Testing

@Suite("A fixture that a test writes otherwise")
struct ChangedFixtureTests {
    @Test("Every place is changed, the first alone, or those that an expression matches")
    func changed() {
        #expect("on a on b on a".changing("a", to: "c") == "on c on b on c")
        #expect("on a on b on a".changingFirst("a", to: "c") == "on c on b on a")
        #expect("tries = 4".changing(/\d/, to: "9") == "tries = 9")
        #expect("tries = 4".changing(/= (\d)/) { ">= \($0.1)" } == "tries >= 4")
        #expect("on a".changingIfPresent("b", to: "c") == "on a")
    }

    @Test("A text that is not there ends the tests")
    func missing() async {
        await #expect(processExitsWith: .failure) { _ = "on a".changing("b", to: "c") }
        await #expect(processExitsWith: .failure) { _ = "on a".changingFirst("b", to: "c") }
        await #expect(processExitsWith: .failure) { _ = "on a".changing(/\d/, to: "c") }
    }
}
