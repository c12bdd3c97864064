import CallNotes
import KeywayTesting
import OtplessBM
import Testing

@testable import ProviderAdapters

/// Runs from their beginning to their end.
extension SharedSDKTests.OTPlessTests {
    @Test("A silent authentication succeeds with the backend's word")
    func silentSuccess() async throws {
        let (run, _) = try await sna(status: .confirmed)
        try run.send(.start(requestId: "ARID_7f3a"))
        #expect(try await run.comes(to: "authenticated"))
    }

    @Test("A silent authentication of which nobody says anything fails")
    func silentSilence() async throws {
        let (run, _) = try await sna()
        try run.send(.start(requestId: "ARID_7f3a"))
        #expect(try await eventually { sdk.calls.all.contains("start ARID_7f3a") })
        try await run.pass(seconds: 31)
        #expect(try await run.comes(to: "failed"))
        #expect(try await eventually { sdk.calls.all.contains("cancelled ARID_7f3a") })
    }

    @Test("A code is refused, the next one is taken, and the backend confirms the token")
    func codeSuccess() async throws {
        let (run, _) = try await started()
        for code in ["000000", "482913"] {
            try run.send(.submitCode(code: code))
            #expect(try await eventually { sdk.calls.all.contains("start +91 9876543210 code \(code)") })
            if code == "000000" { sdk.say(.VERIFY, 400, ["errorCode": "7118", "authType": "OTP"]) }
        }
        sdk.say(.ONETAP, 200, ["data": ["token": "tok_5e1fca8842d0"], "token": "tok_5e1fca8842d0"])
        #expect(try await run.comes(to: "authenticated"))
    }

    @Test("A code for the backend's request goes with the request")
    func request() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.startRequest(requestId: "ARID_7f3a"))
        #expect(try await eventually { sdk.calls.all.contains("start ARID_7f3a") })
        sdk.say(.INITIATE, 200, ["authType": "OTP"])
        try run.send(.submitCode(code: "482913"))
        #expect(try await eventually { sdk.calls.all.contains("start ARID_7f3a code 482913") })
    }

    @Test("An SDK that says nothing leaves the person with the choice, and the run with its end")
    func codeSilence() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.start(phone: "9876543210", countryCode: "IN"))
        #expect(try await eventually { sdk.calls.all.contains("start +91 9876543210") })
        try await run.pass(seconds: 76)
        #expect(try await run.comes(to: "stuck"))
        run.time.advance(by: .seconds(900))
        #expect(try await run.comes(to: "failed"))
    }
}
