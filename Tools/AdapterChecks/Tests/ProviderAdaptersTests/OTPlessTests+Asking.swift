import CallNotes
import Foundation
import Keyway
import KeywayTesting
import OtplessBM
import Testing

@testable import ProviderAdapters

/// What an app may ask the SDK for: a way, a channel, an identity, a URL to be read, a start-up.
extension SharedSDKTests.OTPlessTests {
    /// Whether the SDK gets this call before `eventually` gives up.
    private func isCalled(_ call: String) async throws -> Bool { try await eventually { sdk.calls.all.contains(call) } }

    @Test("Channel, length and life of a code, and the way, go with the request")
    func choice() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.choose(way: .code, by: .sms, digits: 4, codeLife: .seconds(60)))
        try run.send(.start(phone: "9876543210", countryCode: "IN"))
        #expect(try await isCalled("start +91 9876543210 channel OTP by SMS length 4 expiry 60"))
    }

    @Test("What the SDK has no call for is refused at once, and nothing is called")
    func refusals() async throws {
        for (way, channel, digits) in [
            (OTPlessSmartAuth.Way.silent, nil, nil), (nil, OTPlessSmartAuth.Channel.voice, nil), (nil, .email, nil),
            (nil, nil, 5),
        ] as [(OTPlessSmartAuth.Way?, OTPlessSmartAuth.Channel?, Int?)] {
            sdk.calls.removeAll()
            let (run, _) = try await smartAuth()
            try run.send(.choose(way: way, by: channel, digits: digits, codeLife: nil))
            try run.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await run.comes(to: "stuck"))
            #expect(!sdk.calls.all.contains { $0.hasPrefix("start") })
        }
    }

    @Test("Where another code is refused, the code that the person has is still verified")
    func codeBeforeRefusal() async throws {
        let (run, _) = try await started()
        try run.send(.choose(way: nil, by: .voice, digits: nil, codeLife: nil))
        try run.send(.resend)
        #expect(try await run.comes(to: "stuck"))
        try run.send(.submitCode(code: "482913"))
        #expect(try await isCalled("start +91 9876543210 code 482913"))
    }

    @Test("A choice beside a request of the backend, or beside an account, is refused and told, not left out")
    func choiceBeside() async throws {
        for (start, state) in [
            (OTPlessSmartAuth.Command.startRequest(requestId: "ARID_7f3a"), "doubting"),
            (.startAccount(account: .gmail), "stuck"),
        ] {
            for choice in [
                OTPlessSmartAuth.Command.choose(way: .link, by: nil, digits: nil, codeLife: nil),
                .choose(way: nil, by: .sms, digits: nil, codeLife: nil),
                .choose(way: nil, by: nil, digits: 6, codeLife: nil),
                .choose(way: nil, by: nil, digits: nil, codeLife: .seconds(60)),
            ] {
                sdk.calls.removeAll()
                let (run, _) = try await smartAuth()
                try run.send(choice)
                try run.send(start)
                #expect(try await run.comes(to: state), "\(choice), \(start)")
                #expect(!sdk.calls.all.contains { $0.hasPrefix("start") })
                try run.send(.cancel)
                #expect(try await run.comes(to: "cancelled"))
            }
        }
    }

    @Test("A country without a calling code is told to the run as well, so that nobody waits for it")
    func countryRefused() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.start(phone: "1701234567", countryCode: "DE"))
        #expect(try await run.comes(to: "stuck"))
    }

    @Test("A person may sign in by an e-mail address, and by each kind of account that the SDK knows")
    func identities() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.startEmail(email: "asha@example.com"))
        #expect(try await isCalled("start asha@example.com"))
        // The SDK serves one run at a time, so each run ends before the next one begins.
        try run.send(.cancel)
        #expect(try await run.comes(to: "cancelled"))
        #expect(OTPlessSmartAuth.Account.allCases.count == OtplessChannelType.allCases.count)
        for account in OTPlessSmartAuth.Account.allCases {
            sdk.calls.removeAll()
            let (run, _) = try await smartAuth()
            try run.send(.startAccount(account: account))
            #expect(try await eventually { sdk.calls.all.contains { $0.hasPrefix("start ") } })
            try run.send(.cancel)
            #expect(try await run.comes(to: "cancelled"))
        }
    }

    @Test("The backend is told the kind of account, so that it denies a token of another kind")
    func kindOfAccount() async throws {
        for (account, state) in [(OTPlessSmartAuth.Account.truecaller, "authenticated"), (.gmail, "denied")] {
            sdk.calls.removeAll()
            let (run, _) = try await smartAuth(tokenOf: .truecaller)
            try run.send(.startAccount(account: account))
            #expect(try await eventually { sdk.calls.all.contains { $0.hasPrefix("start ") } })
            sdk.say(.ONETAP, 200, ["data": ["token": "tok_5e1fca8842d0"], "token": "tok_5e1fca8842d0"])
            #expect(try await run.comes(to: state), "\(account)")
        }
    }

    @Test("A URL of the SDK's is handed over, and another one is a failure that the app is told")
    func urls() async throws {
        let (run, connection) = try await started()
        try run.send(.opened(url: "otpless.app7f3a://otpless?code=c0d3"))
        #expect(try await isCalled("handleDeeplink otpless.app7f3a://otpless?code=c0d3"))
        #expect(throws: OTPlessConnection.ForeignURL.self) { try connection.open("https://example.com") }
        #expect(throws: OTPlessConnection.ForeignURL.self) { try connection.open("") }
    }

    @Test("A URL that is not the SDK's is refused with an error of its own before the run records anything")
    func foreignURL() async throws {
        let (run, _) = try await started()
        let before = try run.events
        let foreign = try #require(URL(string: "https://example.com/?code=c0d3"))
        #expect(throws: OTPlessConnection.ForeignURL.self) { try run.send(.opened(foreign)) }
        #expect(try run.events == before)
        try run.send(.opened(try #require(URL(string: "otpless.app7f3a://otpless?code=c0d3"))))
        #expect(try await isCalled("handleDeeplink otpless.app7f3a://otpless?code=c0d3"))
    }

    @Test("The SDK is initialised where the flow orders it, and again after a start() that was answered 5003 or 5004")
    func initialisation() async throws {
        for status in [5003, 5004] {
            sdk.calls.removeAll()
            let (run, _) = try await smartAuth()
            try run.send(.initialise)
            #expect(try await isCalled("initialise"))
            try run.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await isCalled("start +91 9876543210"))
            sdk.say(.FAILED, status, ["errorCode": "\(status)"])
            #expect(try await eventually { sdk.calls.all.filter { $0 == "initialise" }.count == 2 })
            sdk.say(.SDK_READY, 200, ["success": true])
            #expect(try await run.comes(to: "starting"))
        }
    }

    @Test("Where the app initialises the SDK by itself the connection refuses to do it")
    func noInitialisation() {
        let connection = OTPlessConnection(reading: OTPlessSmartAuth.self, sources: sources)
        #expect(throws: OTPlessConnection.NothingToInitialise.self) { try connection.initialise() }
    }
}
