import CallNotes
import Foundation
import Keyway
import PowerAuth2
import Testing

@testable import ProviderAdapters

@Suite("PowerAuth's adapter for offline codes")
@MainActor
struct PowerAuthOfflineTests {
    let sdk = PowerAuthSDK()

    /// A run that was given an operation; `personalised`: whether its signature is for this activation alone.
    func scanned(
        signature: String = "genuine", personalised: Bool = true
    ) async throws -> ObservedRun<ProviderAdapters.PowerAuthOffline> {
        let calls = sdk.calls
        let adapter = PowerAuthOfflineAdapter(
            sdk, uriId: "/operation/authorize/offline", prompt: "Confirm", body: { Data($0.uppercased().utf8) },
            screen: { calls.add("show \($0)") })
        let run = try await ObservedRun(with: adapter, sources: Device.Sources())
        try run.send(.scan(operation: "pay ten", nonce: "n0nce", signature: signature, personalised: personalised))
        return run
    }

    @Test("What the server signed is confirmed with the password, and the code is shown")
    func code() async throws {
        let run = try await scanned()
        #expect(try await run.comes(to: "confirming"))
        try run.send(.confirm(password: "correct horse"))
        #expect(try await run.comes(to: "showing"))
        #expect(try await eventually { sdk.calls.all.last == "show 12345678-87654321" })
        #expect(
            sdk.calls.all == [
                "verifyServerSignedData pay ten own",
                "offlineSignature possession correct horse /operation/authorize/offline PAY TEN n0nce",
                "show 12345678-87654321",
            ])
        try run.send(.done)
        #expect(try run.state == "presented")
    }

    @Test("What the server did not sign is not confirmed")
    func forged() async throws {
        let run = try await scanned(signature: "another's")
        #expect(try await run.comes(to: "failed"))
        #expect(sdk.calls.all == ["verifyServerSignedData pay ten own"])
    }

    @Test("A phone without an activation has been shown no forgery")
    func noActivation() async throws {
        sdk.isActivated = false
        let run = try await scanned()
        #expect(try await run.comes(to: "failed"))
        #expect(try await run.end?.context.why == .noActivation)
        #expect(sdk.calls.all.isEmpty)
    }

    @Test("What the application's own key has signed is looked at without an activation as well")
    func withoutPersonalisation() async throws {
        sdk.isActivated = false
        let run = try await scanned(personalised: false)
        #expect(try await run.comes(to: "confirming"))
        #expect(sdk.calls.all == ["verifyServerSignedData pay ten master"])
    }

    @Test("What ends before the signature makes no code, and without an activation nothing is signed")
    func hindrances() async throws {
        let run = try await scanned()
        #expect(try await run.comes(to: "confirming"))
        sdk.error = NSError(code: .biometryCancel)
        try run.send(.confirm(password: nil))
        #expect(try await eventually { try run.events.filter { $0 == "notSigned: taken" }.count == 1 })
        sdk.error = NSError(code: .pendingProtocolUpgrade)
        try run.send(.confirm(password: "correct horse"))
        #expect(try await eventually { try run.events.filter { $0 == "notSigned: taken" }.count == 2 })
        sdk.isActivated = false
        try run.send(.confirm(password: "correct horse"))
        #expect(try await run.comes(to: "failed"))
    }
}
