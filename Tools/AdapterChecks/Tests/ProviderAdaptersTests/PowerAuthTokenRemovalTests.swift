import CallNotes
import Foundation
import Keyway
import PowerAuth2
import Testing

@testable import ProviderAdapters

@Suite("PowerAuth's adapter for a token's removal")
@MainActor
struct PowerAuthTokenRemovalTests {
    let sdk = PowerAuthSDK()

    func begun() async throws -> ObservedRun<ProviderAdapters.PowerAuthTokenRemoval> {
        // 3 is the SDK's number of an active activation.
        sdk.state = PowerAuthActivationState(rawValue: 3)
        sdk.calls.removeAll()
        return try await ObservedRun(with: PowerAuthTokenRemovalAdapter(sdk), sources: Device.Sources())
    }

    @Test("A token that the server gives up goes from the phone; one that the phone does not have is unknown")
    func removed() async throws {
        sdk.tokens.local = ["possession"]
        let run = try await begun()
        try run.send(.remove(name: "possession"))
        #expect(try await run.comes(to: "removed"))
        #expect(sdk.calls.all == ["fetchActivationStatus", "removeAccessToken possession"])
        #expect(sdk.tokens.local.isEmpty)
        let again = try await begun()
        try again.send(.remove(name: "possession"))
        #expect(try await again.comes(to: "unknown"))
    }

    @Test("A token that the server has called invalid is forgotten, and nothing is signed")
    func discarded() async throws {
        sdk.tokens.local = ["possession"]
        let run = try await begun()
        try run.send(.discard(name: "possession"))
        #expect(try await eventually { sdk.calls.all == ["removeLocalToken possession"] })
        #expect(try run.state == "forgotten")
    }

    @Test("Whatever failed, the token stays, and a lost answer is told apart from a refusal")
    func ends() async throws {
        let ends: [(NSError, String)] = [
            (NSError(answeredWith: 401, code: "ERR_AUTHENTICATION"), "removalRefused: taken"),
            (NSError(answeredWith: 408), "removalLost: taken"), (NSError(answeredWith: 500), "removalLost: taken"),
            (NSError(domain: NSURLErrorDomain, code: -1009), "removalLost: taken"),
            (NSError(code: .networkError), "removalLost: taken"),
            (NSError(code: .missingActivation), "notSigned: taken"),
            (NSError(code: .pendingProtocolUpgrade), "notSigned: taken"),
        ]
        sdk.tokens.local = ["possession"]
        for (error, event) in ends {
            sdk.tokenError = error
            let run = try await begun()
            try run.send(.remove(name: "possession"))
            #expect(try await run.comes(to: "kept"), "\(error)")
            #expect(try run.events.contains(event), "\(error)")
        }
        #expect(sdk.tokens.local == ["possession"])
    }

    @Test("Each code of the server's is in one group, and without one it has only refused")
    func refusals() {
        let groups: [(String?, ProviderAdapters.PowerAuthTokenRemoval.Refusal?)] = [
            ("POWERAUTH_AUTH_FAIL", .authentication), ("ERR_AUTHENTICATION", .authentication),
            ("INVALID_ACTIVATION", .activation), ("ERR_ACTIVATION", .activation), ("TOO_MANY_REQUESTS", .tooMany),
            ("A_NEW_ONE", .other), (nil, nil),
        ]
        for (code, refusal) in groups {
            #expect(PowerAuthTokenRemoval.Refusal(NSError(answeredWith: 401, code: code)) == refusal)
        }
    }
}
