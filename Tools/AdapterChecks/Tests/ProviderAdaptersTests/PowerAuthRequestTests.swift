import CallNotes
import Foundation
import Keyway
import PowerAuth2
import Testing
import WultraPowerAuthNetworking

@testable import ProviderAdapters

@Suite("PowerAuth's adapter for requests")
@MainActor
struct PowerAuthRequestTests {
    nonisolated static let versions: [PowerAuthRequest.SDK] = [.v1, .v2]
    /// The calls of a signed request once the time is known: the app is asked for the factors, then the SDK posts.
    nonisolated static let signing = ["factors", "post /pay signed /payment possession correct horse"]

    // MARK: - Success

    @Test(
        "A signed request asks for the time and the factors, then it is posted, and the app has the answer",
        arguments: versions)
    func signed(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.signed)
        #expect(phone.calls == ["synchronizeTime"] + Self.signing)
        posted.end(RequestingPhone.answer)
        #expect(try await run.comes(to: "succeeded"))
        #expect(phone.completions.all == ["an answer"])
    }

    @Test("A basic request whose time is known is posted at once")
    func basic() async throws {
        let phone = RequestingPhone(.v2)
        phone.sdk.time.isTimeSynchronized = true
        let (run, posted) = try await phone.requestUnderWay(.basic)
        #expect(phone.calls == ["post /news"])
        posted.end(RequestingPhone.answer)
        #expect(try await run.comes(to: "succeeded"))
    }

    @Test("A token on the phone is used; another is fetched first, with the same factors", arguments: versions)
    func tokens(version: PowerAuthRequest.SDK) async throws {
        let post = "post /list token possession possession correct horse"
        let phone = RequestingPhone(version)
        phone.sdk.time.isTimeSynchronized = true
        phone.sdk.tokens.local = ["possession"]
        let (cached, first) = try await phone.requestUnderWay(.token)
        first.end(RequestingPhone.answer)
        #expect(try await cached.comes(to: "succeeded"))
        #expect(phone.calls == ["factors", post])
        phone.sdk.calls.removeAll()
        phone.sdk.tokens.local = []
        phone.sdk.tokens.fetched = PowerAuthToken("possession", canGenerateHeader: true)
        let (fetched, second) = try await phone.requestUnderWay(.token)
        second.end(RequestingPhone.answer)
        #expect(try await fetched.comes(to: "succeeded"))
        #expect(phone.calls == ["factors", "requestAccessToken possession possession correct horse", post])
    }

    // MARK: - Failures before the post

    @Test("Without an activation a signed request is not posted, and the reason is the version's own")
    func noActivation() async throws {
        for (version, reason) in [(PowerAuthRequest.SDK.v1, "network_signError"), (.v2, "missingActivation")] {
            let phone = RequestingPhone(version)
            phone.sdk.isActivated = false
            let run = try await phone.request(.signed)
            #expect(try await run.comes(to: "failed"))
            #expect(phone.calls.isEmpty)
            #expect(phone.completions.all == [reason])
        }
    }

    @Test("A time that cannot be synchronised is network_generic, with the SDK's error in it", arguments: versions)
    func noTime(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        phone.sdk.error = NSError(code: .timeSynchronization)
        let run = try await phone.request(.basic)
        #expect(try await run.comes(to: "failed"))
        #expect(phone.calls == ["synchronizeTime"])
        #expect(phone.completions.all == ["network_generic"])
        #expect((phone.told.error?.nestedError as? NSError)?.powerAuthErrorCode == .timeSynchronization)
    }

    @Test("A prompt that is taken away is network_signError, and nothing is posted", arguments: versions)
    func noFactors(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        phone.sdk.time.isTimeSynchronized = true
        phone.sdk.error = NSError(code: .biometryCancel)
        let run = try await phone.request(.signed)
        #expect(try await run.comes(to: "failed"))
        #expect(phone.calls == ["factors"])
        #expect(phone.completions.all == ["network_signError"])
        #expect((phone.told.error?.nestedError as? NSError)?.powerAuthErrorCode == .biometryCancel)
    }

    @Test("A token that fails, has no header, or is not there: each has the version's own reason")
    func tokenFailures() async throws {
        let failed = NSError(code: .networkError)
        let useless = PowerAuthToken("possession", canGenerateHeader: false)
        let cases: [(PowerAuthRequest.SDK, NSError?, PowerAuthToken?, String)] = [
            (.v1, failed, nil, "network_generic"), (.v2, failed, nil, "network_tokenError"),
            (.v1, nil, useless, "network_signError"), (.v2, nil, useless, "network_tokenError"),
            (.v1, nil, nil, "network_unknown"), (.v2, nil, nil, "network_unknown"),
        ]
        for (version, error, token, reason) in cases {
            let phone = RequestingPhone(version)
            phone.sdk.time.isTimeSynchronized = true
            phone.sdk.tokens.fetched = token
            phone.sdk.tokenError = error
            let run = try await phone.request(.token)
            #expect(try await run.comes(to: "failed"), "\(version) \(reason)")
            #expect(phone.completions.all == [reason])
            #expect(phone.networking.requests.isEmpty)
        }
    }

    // MARK: - What the SDK says in the end

    /// An error by which the SDK ends a request, and the event, reason and refusal that the flow makes of it.
    struct End: CustomTestStringConvertible, Sendable {
        /// The SDK's reason.
        var raw: String
        /// The server's code, if it sent one.
        var code: String?
        var event: String
        var reason: PowerAuthRequest.Reason
        var refusal: PowerAuthRequest.Refusal?
        /// Whether the request is encrypted.
        var encrypted = false
        /// The only version that has this error; nil where both have it.
        var version: PowerAuthRequest.SDK?

        var testDescription: String { raw + (code.map { " " + $0 } ?? "") }
        var error: WPNError {
            WPNError(
                reason: WPNErrorReason(rawValue: raw), httpStatusCode: 200,
                restApiError: code.map { WPNRestApiError(code: $0, message: "") })
        }
    }

    nonisolated static let ends = [
        End(
            raw: "network_generic", code: "OPERATION_EXPIRED", event: "answered", reason: .apiError,
            refusal: .operationExpired),
        End(raw: "network_generic", code: "A_NEW_ONE", event: "answered", reason: .apiError, refusal: .other),
        End(raw: "network_generic", event: "dropped", reason: .generic),
        End(raw: "network_errorStatusCode", event: "answered", reason: .errorStatusCode),
        End(raw: "network_invalidResponseObject", event: "answered", reason: .invalidResponse),
        End(raw: "network_e2eeError", event: "answered", reason: .e2eeError, encrypted: true, version: .v2),
        End(raw: "network_timeOut", event: "dropped", reason: .timeOut),
        End(raw: "network_noInternetConnection", event: "dropped", reason: .noInternet),
        End(raw: "network_badServerResponse", event: "dropped", reason: .badServerResponse),
        End(raw: "network_sslErrror", event: "dropped", reason: .sslError, version: .v1),
        End(raw: "network_sslError", event: "dropped", reason: .sslError, version: .v2),
        End(raw: "network_invalidRequestObject", event: "bodyMissing", reason: .invalidRequest),
        End(raw: "network_signError", event: "signFailed", reason: .signError),
        End(raw: "network_tokenError", event: "tokenFailed", reason: .tokenError, version: .v2),
        End(raw: "network_unknown", event: "tokenNone", reason: .unknown),
        End(raw: "unknown", event: "tokenNone", reason: .unknown),
        End(raw: "missingActivation", event: "missing", reason: .missingActivation, version: .v2),
        End(raw: "canceled", event: "dropped", reason: .generic, version: .v2),
        End(raw: "a reason of another library", event: "dropped", reason: .generic),
    ]

    @Test("Each of the SDK's reasons is a reply of the flow, and the app is told the SDK's own error", arguments: ends)
    func reasons(end: End) async throws {
        for version in Self.versions where end.version ?? version == version {
            let phone = RequestingPhone(version)
            let (run, posted) = try await phone.requestUnderWay(.signed, encrypted: end.encrypted)
            let error = end.error
            posted.end(nil, error)
            #expect(try await run.comes(to: "failed"), "\(version)")
            #expect(try run.events.contains(end.event + ": taken"), "\(version)")
            let context = try await run.end?.context
            #expect(context?.reason == end.reason, "\(version)")
            #expect(context?.refusal == end.refusal, "\(version)")
            #expect(phone.completions.all == [end.raw])
            #expect(phone.told.error === error)
        }
    }

    @Test("Each code of the server's is in one group, and a token is told apart by the message alone")
    func refusals() {
        let groups: [(code: String, message: String, PowerAuthRequest.Refusal)] = [
            ("POWERAUTH_AUTH_FAIL", "", .authentication),
            ("ERR_AUTHENTICATION", "POWER_AUTH_SIGNATURE_INVALID", .authentication),
            ("ERR_AUTHENTICATION", "POWER_AUTH_TOKEN_INVALID", .token),
            ("POWERAUTH_AUTH_FAIL", "POWER_AUTH_TOKEN_INVALID", .authentication),
            ("INVALID_ACTIVATION", "", .activation), ("ERR_ACTIVATION", "", .activation),
            ("OPERATION_EXPIRED", "", .operationExpired), ("OPERATION_ALREADY_FINISHED", "", .operationOver),
            ("OPERATION_ALREADY_FAILED", "", .operationOver), ("OPERATION_ALREADY_CANCELED", "", .operationOver),
            ("TOO_MANY_REQUESTS", "", .tooMany), ("ERR_RECOVERY", "", .recovery), ("OPERATION_FAILED", "", .other),
            ("operation_expired", "", .other), ("", "", .other),
        ]
        for (code, message, refusal) in groups {
            #expect(PowerAuthRequest.Refusal(WPNRestApiError(code: code, message: message)) == refusal, "\(code)")
        }
    }

    @Test("A completion with neither an answer nor an error is a failure", arguments: versions)
    func nothing(version: PowerAuthRequest.SDK) async throws {
        let phone = RequestingPhone(version)
        let (run, posted) = try await phone.requestUnderWay(.basic)
        posted.end(nil)
        #expect(try await run.comes(to: "failed"))
        #expect(phone.completions.all == ["network_unknown"])
    }
}
