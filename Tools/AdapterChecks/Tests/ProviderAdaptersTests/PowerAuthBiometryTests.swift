import CallNotes
import Foundation
import Keyway
import PowerAuth2
import Testing

@testable import ProviderAdapters

@Suite("PowerAuth's adapter for biometry")
@MainActor
struct PowerAuthBiometryTests {
    let sdk = PowerAuthSDK()

    /// A run on a phone with an active activation; `wanted`: whether the person has turned biometry on, as the app's settings say.
    func opened(wanted: Bool) async throws -> ObservedRun<ProviderAdapters.PowerAuthBiometry> {
        // 3 is the SDK's number of an active activation.
        sdk.state = PowerAuthActivationState(rawValue: 3)
        let run = try await ObservedRun(with: PowerAuthBiometryAdapter(sdk), sources: Device.Sources())
        try run.send(.open(wanted: wanted))
        return run
    }

    @Test("The password sets biometry up, and the phone is asked whether it kept the key")
    func turnedOn() async throws {
        let run = try await opened(wanted: false)
        #expect(try await run.comes(to: "bare"))
        try run.send(.turnOn(password: "correct horse"))
        #expect(try await run.comes(to: "ready"))
        #expect(sdk.calls.all == ["fetchActivationStatus", "addBiometryFactor correct horse"])
        try run.send(.close)
        #expect(try await run.end?.context.system == .available)
    }

    @Test("A key that the SDK says it added and the phone did not keep is not there")
    func notKept() async throws {
        let run = try await opened(wanted: false)
        #expect(try await run.comes(to: "bare"))
        sdk.keepsFactor = false
        try run.send(.turnOn(password: "correct horse"))
        #expect(
            try await eventually {
                try run.events.last == "factorGone: taken" && run.events.contains("added: taken")
            })
        #expect(try run.state == "bare")
    }

    @Test("A factor that is wanted and gone counts as invalidated; one that is there is removed when it is turned off")
    func gone() async throws {
        let invalidated = try await opened(wanted: true)
        #expect(try await invalidated.comes(to: "invalidated"))
        sdk.hasFactor = true
        let run = try await opened(wanted: true)
        #expect(try await run.comes(to: "ready"))
        try run.send(.turnOff)
        #expect(try await run.comes(to: "bare"))
        #expect(sdk.calls.all.last == "removeBiometryFactor")
        sdk.isActivated = false
        let none = try await opened(wanted: true)
        #expect(try await none.comes(to: "failed"))
    }

    @Test("What the server refused is told apart from what was lost and from what was not signed")
    func ends() async throws {
        let ends: [(NSError, String)] = [
            (NSError(answeredWith: 401, code: "POWERAUTH_AUTH_FAIL"), "addRefused: taken"),
            (NSError(answeredWith: 429), "addLost: taken"), (NSError(answeredWith: 503), "addLost: taken"),
            (NSError(answeredWith: 400, code: "ERR_TEMPORARY_KEY"), "addLost: taken"),
            (NSError(answeredWith: 400, code: "TOO_MANY_REQUESTS"), "addLost: taken"),
            (NSError(domain: NSURLErrorDomain, code: -1009), "addLost: taken"),
            (NSError(code: .networkError), "addLost: taken"),
            (NSError(code: .invalidActivationState), "addLost: taken"),
            (NSError(code: .biometryNotAvailable), "addUnavailable: taken"),
            (NSError(code: .pendingProtocolUpgrade), "notSigned: taken"),
            (NSError(code: .timeSynchronization), "notSigned: taken"),
        ]
        for (error, event) in ends {
            sdk.error = nil
            let run = try await opened(wanted: false)
            #expect(try await run.comes(to: "bare"))
            sdk.error = error
            try run.send(.turnOn(password: "correct horse"))
            #expect(try await eventually { try run.events.contains(event) }, "\(error)")
        }
        #expect(PowerAuthBiometry.Refusal(ends[0].0) == .authentication)
    }

    @Test("Each state of the system's biometry has a name, a new one too")
    func system() {
        let states: [(PowerAuthBiometricAuthenticationStatus, ProviderAdapters.PowerAuthBiometry.System)] = [
            (.available, .available), (.notEnrolled, .notEnrolled), (.lockout, .lockedOut),
            (.notAvailable, .notAvailable), (.notSupported, .notSupported), (.init(rawValue: 9), .notAvailable),
        ]
        for (status, system) in states { #expect(PowerAuthBiometry.System(status) == system) }
    }
}
