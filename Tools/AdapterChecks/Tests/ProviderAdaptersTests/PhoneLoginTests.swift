import CAStrongAuthentication
import CallNotes
import Foundation
import Keyway
import OtplessBM
import Testing
import TrueSDK

@testable import ProviderAdapters

extension SharedSDKTests {
    /// PhoneLogin tries several ways to sign in, one after the other; here each has its adapter and its SDK's stub.
    @Suite("PhoneLogin's adapter")
    @MainActor
    struct PhoneLoginTests {
        final class Screen: UIViewController, TCTrueSDKViewDelegate {}

        let sources = Device.Sources()
        let otpless: OTPlessConnection
        let truecaller: TruecallerConnection
        /// The codes that were shown to the person, and a line for each one-tap profile that the backend was asked about.
        let notes = CallNotes()
        private let screen = Screen()
        private nonisolated static let nonce = "b7c2e0f4a913"
        private nonisolated static let profile = TCTrueProfileResponse(
            payload: "eyJ0", signature: "c2ln", signatureAlgorithm: "SHA512withRSA", requestNonce: nonce)

        init() {
            Otpless.shared.cleanup()
            Otpless.shared.calls.removeAll()
            Otpless.shared.whenCommitted = nil
            TCTrueSDK.sharedManager().reset()
            AuthenticationHandler.calls.removeAll()
            AuthenticationHandler.prompts = []
            AuthenticationHandler.enabled = [USER_PIN_AUTH, BIOMETRIC_AUTH]
            AuthenticationHandler.answerToPIN = OTPResponse(status: SUCCESS, otp: "755224")
            otpless = OTPlessConnection(reading: PhoneLogin.self, sources: sources)
            truecaller = TruecallerConnection(sources: sources) { [screen] in screen }
        }

        /// A run that has begun to sign in by these ways; with a nonce, one tap in Truecaller's app is tried as well.
        func started(
            _ methods: Set<PhoneLogin.Way>, nonce: String? = nil
        ) async throws -> ObservedRun<PhoneLogin> {
            let adapter = PhoneLoginAdapter(
                oneTap: TruecallerOneTapAdapter(
                    connection: truecaller, appKey: "key", appLink: "https://si44524554ef8e45.truecallerdevs.com"
                ) { [notes] profile, nonce in
                    notes.add("asked about \(nonce)")
                    return profile.contains(nonce) ? .confirmed : .denied
                },
                silent: OTPlessSNAAdapter(connection: otpless) { _ in .pending },
                smart: OTPlessSmartAuthAdapter(connection: otpless) { token, _, _, _, _ in
                    token == "tok_5e1fca8842d0" ? .confirmed : .denied
                } status: { _ in
                    .pending
                },
                truecaller: TruecallerOTPAdapter(connection: truecaller) { token, _, _ in
                    token.contains(Self.nonce) ? .confirmed : .denied
                },
                offline: OfflineOTPAdapter {
                    AccountDetails($0)
                } screen: { [notes] in
                    notes.add($0)
                },
                request: { _, _ in .created(requestId: "ARID_7f3a") })
            let run = try await ObservedRun(with: adapter, sources: sources)
            try run.send(
                .start(
                    phone: "9876543210", countryCode: "IN", methods: methods, account: "visa-1881", nonce: nonce,
                    budget: .seconds(600)))
            return run
        }

        /// What OTPless's SDK was asked to begin and to cancel, in order.
        var attempts: [String] {
            Otpless.shared.calls.all.filter { $0.hasPrefix("start") || $0.hasPrefix("cancelled") }
        }

        /// A run whose first way, the silent one, has called the SDK and was told that it began.
        func silentAttemptBegun(_ methods: Set<PhoneLogin.Way>) async throws -> ObservedRun<PhoneLogin> {
            let run = try await started(methods)
            #expect(try await eventually { attempts == ["start ARID_7f3a"] })
            Otpless.shared.say(
                .INITIATE, 200, ["requestId": "ARID_7f3a", "channel": "SILENT_AUTH", "authType": "SILENT_AUTH"])
            return run
        }

        @Test(
            "The silent attempt is cancelled before SmartAuth's begins, its last word ends nothing, and a code signs in"
        )
        func fallback() async throws {
            let run = try await silentAttemptBegun([.silent, .smart, .truecaller, .offline])
            try await run.pass(seconds: 31)
            let (silent, smart) = ("ARID_7f3a", "+91 9876543210")
            #expect(try await eventually { attempts.last == "start \(smart)" })
            #expect(attempts == ["start \(silent)", "cancelled \(silent)", "start \(smart)"])

            Otpless.shared.say(.VERIFY, 9106, ["errorCode": "9106"])
            #expect(try run.timeline.entries.last.map { "\($0.leg ?? "") \($0.event)" } == "smart exhausted")
            Otpless.shared.say(.INITIATE, 200, ["authType": "OTP", "deliveryChannel": "SMS", "otpLength": 6])
            #expect(try await run.run.send(.submitCode(code: "482913"), to: .smart) == .accepted)
            #expect(try await eventually { attempts.last == "start \(smart) code 482913" })
            Otpless.shared.say(.ONETAP, 200, ["data": ["token": "tok_5e1fca8842d0"], "token": "tok_5e1fca8842d0"])
            #expect(try await run.comes(to: "authenticated"))
            #expect(TCTrueSDK.sharedManager().calls.all.isEmpty)
            #expect(AuthenticationHandler.calls.all.isEmpty)
        }

        @Test("One tap in Truecaller's app signs in before a code of Truecaller's is asked for")
        func oneTap() async throws {
            let run = try await started([.truecaller], nonce: Self.nonce)
            let sdk = TCTrueSDK.sharedManager()
            #expect(try await eventually { sdk.calls.all.last == "open Truecaller \(Self.nonce)" })
            sdk.answer = { $0.didReceive(Self.profile) }
            let url = "https://si44524554ef8e45.truecallerdevs.com/?response=YnBsaXN0MDA"
            #expect(try await run.run.send(.opened(url: url), to: .oneTap) == .accepted)
            #expect(try await run.comes(to: "authenticated"))
            #expect(notes.all == ["asked about \(Self.nonce)"])
            #expect(!sdk.calls.all.contains { $0.hasPrefix("request") })
        }

        @Test("A profile that is told after one tap was given up signs in by the code flow, which asks the backend")
        func lateTap() async throws {
            let run = try await started([.truecaller], nonce: Self.nonce)
            let sdk = TCTrueSDK.sharedManager()
            #expect(try await eventually { sdk.calls.all.last == "open Truecaller \(Self.nonce)" })
            #expect(try await run.run.send(.cancel, to: .oneTap) == .accepted)
            #expect(try await eventually { sdk.calls.all.last == "request 9876543210 IN" })
            await sdk.say { $0.didReceive(Self.profile) }
            #expect(try await run.comes(to: "authenticated"))
            #expect(notes.all.isEmpty)
        }

        @Test("Where Truecaller's app is missing, Truecaller's code is asked for at once, over the same connection")
        func noTruecallerApp() async throws {
            TCTrueSDK.sharedManager().missing = 8
            _ = try await started([.truecaller], nonce: Self.nonce)
            #expect(try await eventually { TCTrueSDK.sharedManager().calls.all == ["request 9876543210 IN"] })
        }

        // Twenty rounds, because a wrong order that depends on how tasks are scheduled does not show in each of them.
        @Test("A way that the person gives up is stopped, and then the next one begins", arguments: 1...20)
        func givenUp(round: Int) async throws {
            let run = try await silentAttemptBegun([.silent, .smart])
            #expect(try await run.run.send(.cancel, to: .silent) == .accepted)
            let (silent, smart) = ("ARID_7f3a", "+91 9876543210")
            #expect(try await eventually { attempts.count == 3 })
            #expect(attempts == ["start \(silent)", "cancelled \(silent)", "start \(smart)"])
            try run.send(.cancel)
            #expect(try await eventually { attempts.last == "cancelled \(smart)" })
        }

        @Test("Giving up Truecaller leads to a code made on the phone, and Truecaller's word after that is late")
        func lastWays() async throws {
            let run = try await started([.truecaller, .offline])
            let sdk = TCTrueSDK.sharedManager()
            #expect(try await eventually { sdk.calls.all == ["request 9876543210 IN"] })
            #expect(try await run.run.send(.cancel, to: .truecaller) == .accepted)
            #expect(try await eventually { try run.events.contains("typesRead: stayed") })
            await sdk.say { $0.verificationStatusChanged(to: .otpInitiated) }
            #expect(try run.events.last == "otpInitiated: late")
            #expect(try await run.run.send(.chooseType(type: .pin), to: .offline) == .accepted)
            #expect(try await run.run.send(.enterPIN(pin: "4711"), to: .offline) == .accepted)
            #expect(try await eventually { notes.all == ["755224"] })
            #expect(try await run.run.send(.done, to: .offline) == .accepted)
            #expect(try await run.comes(to: "codePresented"))
        }
    }
}
