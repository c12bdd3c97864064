import SignInExample
import Testing

/// A test written by hand; it runs together with the suites that the plugin makes of the flows.
@Suite("The backend")
struct BackendTests {
    @Test("It takes one code", arguments: ["2718": DoorCode.CheckReply.right, "1234": .wrong])
    func codes(code: String, reply: DoorCode.CheckReply) async throws {
        #expect(try await Backend().check(code: code) == reply)
    }
}
