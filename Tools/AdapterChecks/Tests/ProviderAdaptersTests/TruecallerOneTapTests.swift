import CallNotes
import Foundation
import Keyway
import KeywayTesting
import Testing
import TrueSDK

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("Truecaller's adapter for one-tap")
    @MainActor
    struct TruecallerOneTapTests {
        /// Holds the connections, as an app does: the SDK refers to its delegate weakly, and a run releases its adapter at its end.
        final class App {
            var connections: [TruecallerConnection] = []
        }

        private static let link = "https://si44524554ef8e45.truecallerdevs.com"
        private static let url = "\(link)/?response=YnBsaXN0MDA"

        let app = App()
        let sources = Device.Sources()
        let sdk = TCTrueSDK.sharedManager()
        /// Each response that the backend was asked about, with the nonce.
        let asked = CallNotes()

        init() { sdk.reset() }

        func started() async throws -> ObservedRun<TruecallerOneTap> {
            let connection = TruecallerConnection(sources: sources) { nil }
            app.connections.append(connection)
            let adapter = TruecallerOneTapAdapter(connection: connection, appKey: "qN1x", appLink: Self.link) {
                [asked] in
                asked.add("\($0) \($1)")
                return $0.contains("c2ln") ? .confirmed : .denied
            }
            let run = try await ObservedRun(with: adapter, sources: sources)
            try run.send(.start(nonce: "b7c2e0f4a913"))
            return run
        }

        /// A run that has opened Truecaller and waits for its URL.
        func away() async throws -> ObservedRun<TruecallerOneTap> {
            let run = try await started()
            #expect(try await run.comes(to: "away"))
            return run
        }

        /// The response that the backend confirms: the person has agreed.
        private nonisolated static let agreement = TCTrueProfileResponse(
            payload: "eyJ0", signature: "c2ln", signatureAlgorithm: "SHA512withRSA", requestNonce: "b7c2e0f4a913")

        // MARK: - Words

        @Test("Every word of the SDK reaches the run that holds it, as the decoder's row says")
        func words() async throws {
            let run = try await away()
            let empty = TCTrueProfileResponse(payload: nil, signature: nil, signatureAlgorithm: nil, requestNonce: nil)
            let profile = TCTrueProfile(firstName: "Asha", lastName: nil, phoneNumber: nil, countryCode: "IN")
            let words: [(@Sendable (any TCTrueSDKDelegate) -> Void, event: String)] = [
                ({ $0.willRequestProfile(withNonce: "n") }, "asked"),
                ({ $0.didReceive(empty) }, "profileRead"),
                ({ $0.didReceive(profile) }, "profileRead"),
                ({ $0.didFailToReceiveTrueProfileWithError(TCError(code: 3, "cancelled")) }, "failed"),
                ({ $0.didFailToReceiveTrueProfileWithError(TCError(code: 18, "name")) }, "codeFlow"),
                ({ $0.verificationStatusChanged(to: .otpInitiated) }, "codeFlow"),
                ({ $0.verificationStatusChanged(to: TCVerificationState(rawValue: 7)) }, "codeFlow"),
                ({ $0.didReceive(Self.agreement) }, "agreed"),
            ]
            for (word, event) in words {
                let before = try run.timeline.entries.count
                await sdk.say(word)
                // Not the last entry: the backend may have answered meanwhile, which is an entry too.
                #expect(try run.timeline.entries.dropFirst(before).contains { $0.event == event })
            }
        }

        @Test("A failure's number is told as what somebody can do about it")
        func causes() async throws {
            let causes: [(Int, TruecallerOneTap.Cause)] = [
                (3, .refused), (4, .notSignedIn), (6, .oldTruecaller), (12, .unknownApp), (16, .badProfile),
                (19, .linkFailed), (-1, .other),
            ]
            for (code, cause) in causes {
                let run = try await away()
                await sdk.say { $0.didFailToReceiveTrueProfileWithError(TCError(code: code, "failed")) }
                run.time.advance(by: .seconds(900))
                #expect(try await run.end?.context.cause == cause, "\(code)")
            }
        }

        // MARK: - Duties

        @Test("The nonce goes in by a set-up before the request, and title and locale stay")
        func nonce() async throws {
            (sdk.titleType, sdk.locale) = (.loginTo, "hi_IN")
            let run = try await away()
            #expect(sdk.calls.all == ["setup qN1x \(Self.link)", "open Truecaller b7c2e0f4a913"])
            #expect(sdk.titleType == .loginTo)
            #expect(sdk.locale == "hi_IN")
            #expect(try run.events.contains("asked: taken"))
        }

        @Test("Without Truecaller on the phone nothing is opened")
        func unsupported() async throws {
            sdk.missing = 8
            let run = try await started()
            #expect(try await run.comes(to: "failed"))
            #expect(sdk.calls.all.isEmpty)
        }

        @Test("What is missing for a request, the SDK says before the call returns")
        func missing() async throws {
            sdk.missing = 20
            let run = try await started()
            #expect(try await run.comes(to: "closing"))
            try await run.pass(seconds: 4)
            #expect(try await run.comes(to: "failed"))
        }

        @Test("A link goes to the SDK as the activity that the system makes of it, and any other URL by its scheme")
        func urls() async throws {
            let run = try await away()
            try run.send(.opened(url: Self.url))
            #expect(try await eventually { sdk.calls.all.last == "link \(Self.url)" })
            try run.send(.opened(url: "truecallersdk-qN1x://?error=YnBsaXN0MDA"))
            #expect(try await eventually { sdk.calls.all.last == "scheme truecallersdk-qN1x://?error=YnBsaXN0MDA" })
            #expect(try run.state == "away")
        }

        @Test("A URL that names no scheme is refused with an error of its own before the run records anything")
        func noWholeURL() async throws {
            let run = try await away()
            let before = try run.events
            let part = try #require(URL(string: "/?response=YnBsaXN0MDA"))
            #expect(throws: TruecallerConnection.NoURL.self) { try run.send(.opened(part)) }
            #expect(try run.events == before)
            try run.send(.opened(try #require(URL(string: Self.url))))
            #expect(try await eventually { sdk.calls.all.last == "link \(Self.url)" })
        }

        @Test("A text that is no URL reaches no SDK, and the run waits on")
        func noURL() async throws {
            let run = try await away()
            let before = sdk.calls.all
            try run.send(.opened(url: "http://[bad"))
            try await run.pass(seconds: 2)
            #expect(sdk.calls.all == before)
            #expect(try run.state == "away")
        }

        // MARK: - Stories

        @Test("A URL brings the profile, and our backend is asked about all of it, with the nonce")
        func success() async throws {
            let run = try await away()
            sdk.answer = {
                $0.didReceive(Self.agreement)
                $0.didReceive(TCTrueProfile(firstName: "Asha", lastName: nil, phoneNumber: nil, countryCode: "IN"))
            }
            try run.send(.opened(url: Self.url))
            #expect(try await run.comes(to: "authenticated"))
            #expect(
                asked.all == [
                    #"{"payload":"eyJ0","requestNonce":"b7c2e0f4a913","signature":"c2ln","#
                        + #""signatureAlgorithm":"SHA512withRSA"} b7c2e0f4a913"#
                ])
        }

        @Test("The person says no, taps again and agrees")
        func again() async throws {
            let run = try await away()
            sdk.answer = { $0.didFailToReceiveTrueProfileWithError(TCError(code: 3, "cancelled")) }
            try run.send(.opened(url: Self.url))
            #expect(try await eventually { try run.events.last == "failed: stayed" })
            try run.send(.again)
            #expect(try await eventually { sdk.calls.all.filter { $0.hasPrefix("open Truecaller") }.count == 2 })
            await sdk.say { $0.didReceive(Self.agreement) }
            #expect(try await run.comes(to: "authenticated"))
        }

        @Test("A response without a signature is taken for none")
        func unsigned() async throws {
            let run = try await away()
            await sdk.say {
                $0.didReceive(
                    TCTrueProfileResponse(
                        payload: "eyJ0", signature: nil, signatureAlgorithm: nil, requestNonce: "b7c2e0f4a913"))
            }
            #expect(try run.events.last == "profileRead: ignored")
        }
    }
}
