import CallNotes
import Foundation
import Keyway
import OtplessBM
import Testing

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("The sample of the page about specs")
    @MainActor
    struct BeginningWithAnAdapterTests {
        private struct Confirming: Backend {
            func status(of requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .confirmed }
        }

        @Test("It begins a run over the adapter, which calls the SDK and asks the backend")
        func signsIn() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "adapter-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let sdk = Otpless.shared
            sdk.cleanup()
            sdk.calls.removeAll()
            let connection = OTPlessConnection(reading: OTPlessSNA.self)
            let begun = try await signIn("ARID_7f3a", over: connection, asking: Confirming(), keepingIn: folder)
            let run = try #require(begun)
            var last: OTPlessSNA.State?
            for try await situation in run.situations { last = situation.state }
            #expect(last == .authenticated)
            #expect(try await eventually { sdk.calls.all.contains("start ARID_7f3a") }, "\(sdk.calls.all)")
        }
    }
}
