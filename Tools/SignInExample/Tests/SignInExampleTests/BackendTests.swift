import SignInExample
import Testing

/// A test written by hand; the plugin makes the suites of the flows, which are run with it.
@Suite("The backend")
struct BackendTests {
    @Test("It takes one code", arguments: ["2718": DoorCode.CheckReply.right, "1234": .wrong])
    func codes(code: String, reply: DoorCode.CheckReply) async throws {
        #expect(try await Backend().check(code: code) == reply)
    }
}
