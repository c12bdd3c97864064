import CallNotes
import Foundation
import Keyway
import KeywayTesting
import Testing
import TrueSDK

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("Truecaller's adapter")
    @MainActor
    struct TruecallerTests {
        final class Screen: UIViewController, TCTrueSDKViewDelegate {}

        /// Holds the connections, as an app does: the SDK refers to its delegate weakly, and a run releases its adapter at its end.
        final class App {
            var connections: [TruecallerConnection] = []
        }

        /// The screen on which the person is.
        final class Screens {
            var current: Screen? = Screen()
        }

        let app = App()
        let sources = Device.Sources()
        let sdk = TCTrueSDK.sharedManager()
        let screens = Screens()

        init() { sdk.reset() }

        func newRun() async throws -> ObservedRun<TruecallerOTP> {
            let connection = TruecallerConnection(sources: sources) { [screens] in screens.current }
            app.connections.append(connection)
            let adapter = TruecallerOTPAdapter(connection: connection) { token, _, _ in
                token == "tok_5e1fca8842d0" ? .confirmed : .denied
            }
            return try await ObservedRun(with: adapter, sources: sources)
        }

        /// A run that has asked for a code, of which the SDK has said nothing yet.
        func started() async throws -> ObservedRun<TruecallerOTP> {
            let run = try await newRun()
            try run.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await eventually { sdk.calls.all == ["request 9876543210 IN"] })
            return run
        }

        /// A run whose code was sent and is valid for 300 seconds.
        func entering() async throws -> ObservedRun<TruecallerOTP> {
            let run = try await started()
            sdk.timeToLive = 300
            await sdk.say { $0.verificationStatusChanged(to: .otpInitiated) }
            #expect(try run.state == "awaiting")
            return run
        }

        /// A run in which the person has typed the code, and the SDK verifies it.
        func verifying() async throws -> ObservedRun<TruecallerOTP> {
            let run = try await entering()
            try run.send(.submitCode(code: "482913", firstName: "Asha", lastName: "Rao"))
            #expect(try await eventually { sdk.calls.all.last == "verify 482913 Asha Rao" })
            return run
        }

        // MARK: - Words

        @Test("Every word of the SDK reaches the run that holds it, as the decoder's row says")
        func words() async throws {
            let run = try await started()
            // `token` is the access token that the SDK has by then.
            let words: [(@Sendable (any TCTrueSDKDelegate) -> Void, token: String?, event: String)] = [
                ({ $0.verificationStatusChanged(to: .otpReceived) }, nil, "otpReceived"),
                ({ $0.verificationStatusChanged(to: TCVerificationState(rawValue: 7)) }, nil, "unrecognised"),
                ({ $0.verificationStatusChanged(to: TCVerificationState(rawValue: .max)) }, nil, "unrecognised"),
                (
                    {
                        $0.didReceive(
                            TCTrueProfile(firstName: "Asha", lastName: nil, phoneNumber: nil, countryCode: "IN"))
                    },
                    nil, "profile"
                ),
                ({ $0.verificationStatusChanged(to: .otpInitiated) }, nil, "otpInitiated"),
                ({ $0.verificationStatusChanged(to: .verificationComplete) }, nil, "failed"),
                ({ $0.didFailToReceiveTrueProfileWithError(TCError(code: 10, "limit")) }, nil, "failed"),
                ({ $0.didFailToReceiveTrueProfileWithError(TCError(code: -1, "odd")) }, nil, "failed"),
                ({ $0.verificationStatusChanged(to: .verifiedBefore) }, "tok_0", "verifiedBefore"),
                ({ $0.verificationStatusChanged(to: .verificationComplete) }, "tok_0", "verificationComplete"),
            ]
            for (word, token, event) in words {
                sdk.accessToken = token
                let before = try run.timeline.entries.count
                await sdk.say(word)
                // Not the last entry: the backend may have answered meanwhile, which is an entry too.
                #expect(try run.timeline.entries.dropFirst(before).contains { $0.event == event })
            }
        }

        @Test("A code lives as long as the server says")
        func life() async throws {
            let run = try await entering()
            try await run.pass(seconds: 299)
            #expect(try run.state == "awaiting")
            try await run.pass(seconds: 2)
            #expect(try await run.comes(to: "lapsed"))
        }

        @Test("Where the server does not say how long a code lives, it lives for a minute")
        func noLife() async throws {
            let run = try await started()
            await sdk.say { $0.verificationStatusChanged(to: .otpInitiated) }
            try await run.pass(seconds: 59)
            #expect(try run.state == "awaiting")
            try await run.pass(seconds: 2)
            #expect(try await run.comes(to: "lapsed"))
        }

        @Test("A failure that hides a success goes with the token that the SDK has by then")
        func tokenInFailure() async throws {
            let run = try await verifying()
            sdk.accessToken = "tok_5e1fca8842d0"
            await sdk.say { $0.didFailToReceiveTrueProfileWithError(TCError(code: 10, "update failed")) }
            #expect(try await run.comes(to: "authenticated"))
        }

        @Test("The message of a failure goes along: the run knows whose limit it is, and which number is none")
        func messages() async throws {
            let messages: [(String, TruecallerOTP.Cause)] = [
                ("Phone number limit reached", .numberLimit),
                ("Invalid verification status: Request id limit reached", .deviceLimit),
                ("Invalid phone number", .badNumber), ("a text of tomorrow", .internal), ("", .internal),
            ]
            for (message, cause) in messages {
                sdk.calls.removeAll()
                let run = try await started()
                await sdk.say { $0.didFailToReceiveTrueProfileWithError(TCError(code: 10, message)) }
                #expect(try run.state == "lapsed")
                run.time.advance(by: .seconds(900))
                #expect(try await run.end?.context.cause == cause, "\(message)")
            }
        }

        // MARK: - Duties

        @Test("The call is on the main thread, with the delegate and the view delegate set before")
        func view() async throws {
            let run = try await started()
            #expect(sdk.calls.all == ["request 9876543210 IN"])
            #expect(sdk.viewDelegate === screens.current)
            #expect(try run.state == "requesting")
        }

        @Test("A screen gets one disclaimer, however many codes are asked for, and another screen one of its own")
        func disclaimers() async throws {
            let run = try await started()
            await sdk.say { $0.didFailToReceiveTrueProfileWithError(TCError(code: 9, "offline")) }
            try run.send(.resend)
            #expect(try await eventually { sdk.calls.all.count == 2 })
            #expect(sdk.disclaimers == 1)
            screens.current = Screen()
            try run.send(.changeNumber(phone: "9876543211", countryCode: "IN"))
            #expect(try await eventually { sdk.calls.all.count == 3 })
            #expect(sdk.disclaimers == 2)
            #expect(sdk.viewDelegate === screens.current)
        }

        @Test("Without a screen the run is told error 17, and the SDK, which would end the app, is asked for nothing")
        func noView() async throws {
            screens.current = nil
            let run = try await newRun()
            try run.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await run.comes(to: "lapsed"))
            #expect(sdk.calls.all.isEmpty)
            run.time.advance(by: .seconds(900))
            #expect(try await run.end?.context.cause == .noView)
        }

        @Test("A run without a screen does not use the one of the run before it")
        func screenOfAnEarlierRun() async throws {
            let first = try await started()
            try first.send(.cancel)
            screens.current = nil
            let second = try await newRun()
            try second.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await second.comes(to: "lapsed"))
            #expect(sdk.calls.all == ["request 9876543210 IN"])
        }

        @Test("A run keeps the delegate alive, and a code sets it anew")
        func delegate() async throws {
            let run = try await entering()
            #expect(sdk.delegate != nil)
            sdk.delegate = nil
            try run.send(.submitCode(code: "482913", firstName: "Asha", lastName: "Rao"))
            #expect(try await eventually { sdk.calls.all.last == "verify 482913 Asha Rao" })
            #expect(sdk.delegate != nil)
        }

        @Test("What comes after a run's end is late in that run, and is told to no other run")
        func afterTheEnd() async throws {
            let first = try await started()
            try first.send(.cancel)
            let second = try await newRun()
            await sdk.say { $0.verificationStatusChanged(to: .otpInitiated) }
            #expect(try first.events.last == "otpInitiated: late")
            #expect(try second.events.isEmpty)
        }

        // MARK: - Stories

        @Test("A code is sent and entered, and the backend confirms the token")
        func success() async throws {
            let run = try await verifying()
            sdk.accessToken = "tok_5e1fca8842d0"
            await sdk.say { $0.verificationStatusChanged(to: .verificationComplete) }
            #expect(try await run.comes(to: "authenticated"))
        }

        @Test("The last name may be empty")
        func noLastName() async throws {
            let run = try await entering()
            try run.send(.submitCode(code: "482913", firstName: "Asha", lastName: ""))
            #expect(try await eventually { sdk.calls.all.last == "verify 482913 Asha " })
            #expect(try run.state == "verifying")
        }

        @Test("A request that nobody answers ends the run at last")
        func silence() async throws {
            let run = try await started()
            try await run.pass(seconds: 66)
            #expect(try await run.comes(to: "lapsed"))
            run.time.advance(by: .seconds(900))
            #expect(try await run.comes(to: "failed"))
        }
    }
}
