import SignInExample
import Testing

/// A test of the package's own; beside it the plugin makes the suite of `DoorCode`.
@Suite("The backend")
struct BackendTests {
    @Test("It takes one code", arguments: ["2718": DoorCode.CheckReply.right, "1234": .wrong])
    func codes(code: String, reply: DoorCode.CheckReply) async throws {
        #expect(try await Backend().check(code: code) == reply)
    }
}
