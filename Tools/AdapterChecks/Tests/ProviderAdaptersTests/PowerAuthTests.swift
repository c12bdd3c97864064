import CallNotes
import Foundation
import Keyway
import KeywayTesting
import PowerAuth2
import Testing
import WultraPowerAuthNetworking

@testable import ProviderAdapters

@Suite("PowerAuth's adapter")
@MainActor
struct PowerAuthTests {
    let sdk = PowerAuthSDK()

    /// Begins a run; `answer` is the outcome of each signed call that the app makes to its server.
    func newRun(
        sending answer: ProviderAdapters.PowerAuthActivation.SignCallReply = .accepted
    ) async throws -> ObservedRun<ProviderAdapters.PowerAuthActivation> {
        let calls = sdk.calls
        let adapter = PowerAuthActivationAdapter(sdk, name: "A phone", prompt: "Sign in") { factors in
            calls.add("send \(factors.factors)")
            return answer
        }
        return try await ObservedRun(with: adapter, sources: Device.Sources())
    }

    /// A run whose activation is active; `answer` as for `newRun(sending:)`.
    func active(
        sending answer: ProviderAdapters.PowerAuthActivation.SignCallReply = .accepted
    ) async throws -> ObservedRun<ProviderAdapters.PowerAuthActivation> {
        // 3 is the SDK's number of an active activation.
        sdk.state = PowerAuthActivationState(rawValue: 3)
        let run = try await newRun(sending: answer)
        try run.send(.refresh)
        #expect(try await run.comes(to: "active"))
        sdk.calls.removeAll()
        return run
    }

    let activationCode = "VVVVV-VVVVV-VVVVV-VTFVA"

    @Test("Keys are exchanged and kept under a password, the server calls the activation active, and a call is signed")
    func success() async throws {
        sdk.isActivated = false
        let run = try await newRun()
        sdk.state = PowerAuthActivationState(rawValue: 3)
        try run.send(.activate(code: activationCode))
        #expect(try await run.comes(to: "keyed"))
        try run.send(.setPassword(password: "correct horse", biometry: true))
        #expect(try await run.comes(to: "active"))
        try run.send(.use(password: "correct horse"))
        #expect(try await eventually { try run.events.contains("accepted: taken") })
        #expect(
            sdk.calls.all == [
                "createActivation \(activationCode)", "persistActivation correct horse biometry",
                "fetchActivationStatus", "send possession correct horse",
            ])
        try run.send(.close)
        #expect(try run.state == "closed")
    }

    @Test(
        "A code that the server refused ends the run; a failed connection, a slow server and a misspelt code do not"
    )
    func keys() async throws {
        let failures: [(NSError?, String, String)] = [
            // What URLSession says goes through the SDK as it is: here that there is no network.
            (NSError(domain: NSURLErrorDomain, code: -1009), activationCode, "keysUnreachable: taken"),
            (NSError(domain: "Other", code: 1), activationCode, "keysUnreachable: taken"),
            (NSError(code: .timeSynchronization), activationCode, "keysUnreachable: taken"),
            (NSError(code: .missingActivation), activationCode, "keysUnreachable: taken"),
            (NSError(code: .networkError), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 200), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 503), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 400), activationCode, "keysRefused: taken"),
            (NSError(answeredWith: 408), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 425), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 429), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 400, code: "ERR_TEMPORARY_KEY"), activationCode, "keysUnreachable: taken"),
            (NSError(answeredWith: 400, code: "TOO_MANY_REQUESTS"), activationCode, "keysUnreachable: taken"),
            (nil, "VVVVV", "keysRefused: taken"),
        ]
        sdk.isActivated = false
        for (error, code, event) in failures {
            sdk.error = error
            let run = try await newRun()
            try run.send(.activate(code: code))
            #expect(try await eventually { try run.events.last == event })
            let ends = event == "keysRefused: taken" && code == activationCode
            #expect(try run.state == (ends ? "failed" : "empty"), "\(event) \(code)")
        }
    }

    @Test(
        "What the server says of a code is kept in its group, and nothing where it says no more than no",
        arguments: [
            ("ERR_ACTIVATION", .activation), ("POWERAUTH_AUTH_FAIL", .authentication), ("OWN_CODE", .other),
            (nil, nil),
        ] as [(String?, ProviderAdapters.PowerAuthActivation.Refusal?)])
    func refusedKeys(code: String?, refusal: ProviderAdapters.PowerAuthActivation.Refusal?) async throws {
        sdk.isActivated = false
        sdk.error = NSError(answeredWith: 400, code: code)
        let run = try await newRun()
        try run.send(.activate(code: activationCode))
        let end = try await run.end
        #expect(end?.context.why == .refused && end?.context.refusal == refusal)
    }

    @Test("On a phone that has an activation no code is exchanged, and nothing is taken off the phone")
    func held() async throws {
        sdk.state = PowerAuthActivationState(rawValue: 3)
        let run = try await newRun()
        try run.send(.activate(code: activationCode))
        #expect(try await run.comes(to: "active"))
        #expect(try run.events.contains("keysHeld: taken"))
        #expect(sdk.calls.all == ["fetchActivationStatus"])
    }

    @Test("What a run has begun and not finished is dropped, and what is kept under a password is not")
    func unfinished() async throws {
        sdk.isActivated = false
        let left = try await newRun()
        try left.send(.activate(code: activationCode))
        #expect(try await left.comes(to: "keyed"))
        try left.send(.cancel)
        #expect(try await eventually { sdk.calls.all.last == "removeActivationLocal" })
        let adapter = PowerAuthActivationAdapter(sdk, name: nil, prompt: "") { _ in .accepted }
        (sdk.isPending, sdk.isActivated) = (false, true)
        sdk.calls.removeAll()
        try await adapter.dropUnfinished()
        #expect(sdk.calls.all.isEmpty)
    }

    @Test("What the server says of a call is kept until the next one")
    func refusal() async throws {
        let run = try await active(sending: .lost(refusal: .operationExpired))
        try run.send(.use(password: "correct horse"))
        #expect(try await eventually { try run.events.last == "lost: taken" })
        run.time.advance(by: .seconds(86_400))
        #expect(try await run.end?.context.refusal == .operationExpired)
    }

    @Test("The server's states are read by their numbers, and a new one is not yet active")
    func states() async throws {
        let states: [UInt: String] = [
            1: "waiting", 2: "waiting", 3: "active", 4: "blocked", 5: "removed", 128: "failed", 77: "waiting",
        ]
        for (number, name) in states {
            sdk.state = PowerAuthActivationState(rawValue: number)
            let run = try await newRun()
            try run.send(.refresh)
            #expect(try await run.comes(to: name), "\(number)")
        }
    }

    @Test("A status call that brings neither a status nor an error leaves the status unknown")
    func nothing() async throws {
        let run = try await newRun()
        try run.send(.refresh)
        #expect(try await eventually { try run.events.last == "statusUnknown: taken" })
    }

    @Test("Of a block that is called twice only the first word counts")
    func doubled() async throws {
        sdk.callbackCount = 2
        let run = try await active()
        try run.send(.refresh)
        #expect(try await run.comes(to: "active"))
        #expect(try run.events.filter { $0.hasPrefix("status") }.count == 2)
    }

    @Test("A block that is never called is answered by the flow's own limit")
    func silence() async throws {
        sdk.callbackCount = 0
        let run = try await newRun()
        try run.send(.refresh)
        #expect(try await eventually { sdk.calls.all == ["fetchActivationStatus"] })
        try await run.pass(seconds: 66)
        #expect(try await eventually { try run.events.last == "statusUnknown: taken" })
    }

    @Test("An exchange that nobody waits for any more is cancelled, so that its end does not reset the next one")
    func givenUpExchange() async throws {
        (sdk.isActivated, sdk.callbackCount) = (false, 0)
        let run = try await newRun()
        try run.send(.activate(code: activationCode))
        #expect(try await eventually { sdk.calls.all == ["createActivation \(activationCode)"] })
        // The SDK may take 20 s for the server's key and 20 s for the exchange.
        try await run.pass(seconds: 44)
        #expect(try run.state == "exchanging")
        #expect(!sdk.calls.all.contains("cancel createActivation"))
        try await run.pass(seconds: 2)
        #expect(try await eventually { try run.events.last == "keysUnreachable: taken" })
        #expect(try await eventually { sdk.calls.all.contains("cancel createActivation") })
        #expect(try run.state == "empty")
    }

    @Test("A removal that nobody waits for any more is cancelled, so that its end does not remove the next activation")
    func givenUpRemoval() async throws {
        let run = try await active()
        sdk.callbackCount = 0
        try run.send(.remove(password: "correct horse"))
        #expect(try await eventually { sdk.calls.all == ["removeActivation possession correct horse"] })
        try await run.pass(seconds: 61)
        #expect(try await run.comes(to: "refreshing"))
        #expect(try await eventually { sdk.calls.all.contains("cancel removeActivation") })
        #expect(!sdk.calls.all.contains("removeActivationLocal"))
    }

    @Test("An exchange that was answered is not cancelled")
    func answeredExchange() async throws {
        sdk.isActivated = false
        let run = try await newRun()
        try run.send(.activate(code: activationCode))
        #expect(try await run.comes(to: "keyed"))
        try run.send(.cancel)
        #expect(try await eventually { sdk.calls.all.last == "removeActivationLocal" })
        #expect(!sdk.calls.all.contains("cancel createActivation"))
    }

    @Test("A biometric prompt that is cancelled signs nothing, and one that recognises the person signs")
    func biometry() async throws {
        let run = try await active()
        sdk.error = NSError(code: .biometryCancel)
        try run.send(.use(password: nil))
        #expect(try await eventually { try run.events.last == "notSigned: taken" })
        sdk.error = nil
        try run.send(.use(password: nil))
        #expect(try await eventually { try run.events.last == "accepted: taken" })
        #expect(
            sdk.calls.all == [
                "authenticateUsingBiometry", "authenticateUsingBiometry", "send possession biometry",
            ])
    }

    @Test("A removal is signed with two factors, as the server wants it, and then the phone has nothing left")
    func removal() async throws {
        let removals: [(String?, [String])] = [
            ("correct horse", ["removeActivation possession correct horse"]),
            (nil, ["authenticateUsingBiometry", "removeActivation possession biometry"]),
        ]
        for (password, calls) in removals {
            let run = try await active()
            try run.send(.remove(password: password))
            #expect(try await run.comes(to: "removed"))
            #expect(sdk.calls.all == calls)
        }
    }

    @Test("A removal that failed leaves the activation where it is, and the person may take it off the phone alone")
    func failedRemoval() async throws {
        let failures: [(NSError, String?, String)] = [
            (NSError(answeredWith: 401, code: "POWERAUTH_AUTH_FAIL"), "wrong horse", "removalRefused: taken"),
            (NSError(answeredWith: 503), "correct horse", "removalLost: taken"),
            (NSError(domain: NSURLErrorDomain, code: -1009), "correct horse", "removalLost: taken"),
            (NSError(code: .pendingProtocolUpgrade), "correct horse", "removalNotSigned: taken"),
            (NSError(code: .biometryCancel), nil, "removalNotSigned: taken"),
        ]
        for (error, password, event) in failures {
            sdk.error = nil
            let run = try await active()
            sdk.error = error
            try run.send(.remove(password: password))
            #expect(try await eventually { try run.events.contains(event) }, "\(error)")
            #expect(try await run.comes(to: "active"), "\(error)")
            #expect(!sdk.calls.all.contains("removeActivationLocal"), "\(error)")
            try run.send(.forget)
            #expect(try await run.comes(to: "forgotten"), "\(error)")
            #expect(try await eventually { sdk.calls.all.last == "removeActivationLocal" }, "\(error)")
        }
    }

    @Test("The attempts that the server still allows are kept; a failed upgrade takes nothing off the phone")
    func statuses() async throws {
        sdk.remainingAttempts = 4
        let run = try await active()
        sdk.error = NSError(code: .protocolUpgrade)
        try run.send(.refresh)
        #expect(try await run.comes(to: "stranded"))
        sdk.error = nil
        try run.send(.refresh)
        #expect(try await run.comes(to: "active"))
        try run.send(.close)
        #expect(try await run.end?.context.remaining == 4)
        #expect(sdk.calls.all == ["fetchActivationStatus", "fetchActivationStatus"])
    }

    @Test("Why nothing was signed is told by the SDK's code, also where Networking has it inside its own error")
    func hindrances() {
        let codes: [(PowerAuthErrorCode, ProviderAdapters.PowerAuthActivation.Hindrance)] = [
            (.biometryCancel, .cancelled), (.biometryNotAvailable, .unavailable), (.biometryFailed, .failed),
            (.biometryFallback, .fallback), (.pendingProtocolUpgrade, .upgrading), (.missingActivation, .other),
        ]
        for (code, hindrance) in codes {
            let error = WPNError(reason: .network_signError, error: NSError(code: code))
            #expect(ProviderAdapters.PowerAuthActivation.SignCallReply(error) == .notSigned(hindrance: hindrance))
        }
    }

    @Test("A signed request's end is told by what it did to the counters, and what is not known is lost")
    func ends() {
        typealias Reply = ProviderAdapters.PowerAuthActivation.SignCallReply
        var ends: [(WPNError?, Reply)] = [
            (nil, .accepted),
            (WPNError(reason: .network_signError), .notSigned(hindrance: .other)),
            (WPNError(reason: .missingActivation), .notSigned(hindrance: .other)),
            (WPNError(reason: .network_invalidRequestObject), .notSigned(hindrance: .other)),
            (end("network_errorStatusCode", status: 401), .refused(refusal: .authentication)),
            (end("network_errorStatusCode", status: 503), .lost(refusal: nil)),
            (end("network_generic", status: 200, code: "POWERAUTH_AUTH_FAIL"), .refused(refusal: .authentication)),
            (end("network_generic", status: 401, code: "ERR_ACTIVATION"), .refused(refusal: .activation)),
            (end("network_generic", status: 200, code: "OPERATION_EXPIRED"), .lost(refusal: .operationExpired)),
            (end("network_generic", status: 200, code: "ERR_RECOVERY"), .lost(refusal: .other)),
            (end("network_generic", code: "A_NEW_ONE"), .lost(refusal: .other)),
        ]
        for reason in ["generic", "timeOut", "sslErrror"].map({ "network_" + $0 }) + ["canceled", "another library's"] {
            ends.append((end(reason), .lost(refusal: nil)))
        }
        for (error, reply) in ends { #expect(Reply(error) == reply, "\(error?.reason.rawValue ?? "none")") }
    }

    func end(_ reason: String, status: Int? = nil, code: String? = nil) -> WPNError {
        WPNError(
            reason: WPNErrorReason(rawValue: reason), httpStatusCode: status,
            restApiError: code.map { WPNRestApiError(code: $0, message: "") })
    }
}
