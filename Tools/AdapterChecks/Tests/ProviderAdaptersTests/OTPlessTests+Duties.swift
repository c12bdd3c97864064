import CallNotes
import Keyway
import KeywayLog
import OtplessBM
import Testing

@testable import ProviderAdapters

/// What the vendor's pages demand of an app: hand responses back, set the delegate, cancel old calls.
extension SharedSDKTests.OTPlessTests {
    @Test("A response is handed back before anything else happens")
    func commit() async throws {
        let (run, _) = try await started()
        let before = try run.timeline.entries.count
        let log = run.log
        let identity = run.run.id
        let recorded = CallNotes()
        // Entries of the timeline are counted and not records: that a handler has ended is a record too, and comes at any moment.
        sdk.whenCommitted = { _ in
            let entries = try? Replay(of: log.records(of: identity)).timeline.entries
            recorded.add("\(entries?.count ?? -1)")
        }
        sdk.say(.VERIFY, 400, ["errorCode": "7118", "authType": "OTP"])
        #expect(sdk.calls.all.last == "commit VERIFY")
        #expect(recorded.all == ["\(before)"])
        #expect(try run.timeline.entries.count == before + 1)
    }

    @Test("The calls of an attempt are cancelled before the next one begins, and not for a code")
    func cancellation() async throws {
        let (run, _) = try await started()
        try run.send(.submitCode(code: "482913"))
        #expect(try await eventually { sdk.calls.all.contains("start +91 9876543210 code 482913") })
        #expect(!sdk.calls.all.contains { $0.hasPrefix("cancelled") })
        sdk.say(.VERIFY, 400, ["errorCode": "7118", "authType": "OTP"])
        sdk.calls.removeAll()
        try run.send(.resend)
        #expect(try await eventually { sdk.calls.all.contains("start +91 9876543210") })
        let calls = sdk.calls.all.filter { $0 != "setResponseDelegate" }
        #expect(Set(calls.prefix(2)) == ["cancelled +91 9876543210", "cancelled +91 9876543210 code 482913"])
        #expect(calls.dropFirst(2) == ["start +91 9876543210"])
    }

    @Test("Without a stop in between, a new attempt cancels the one before by itself")
    func replacement() async throws {
        let connection = OTPlessConnection(reading: OTPlessSNA.self, sources: sources)
        connection.start(.request("first"))
        #expect(try await eventually { sdk.calls.all.contains("start first") })
        connection.start(.request("second"))
        #expect(try await eventually { sdk.calls.all.contains("start second") })
        let calls = sdk.calls.all.filter { $0 != "setResponseDelegate" }
        #expect(calls == ["start first", "cancelled first", "start second"])
        connection.stop()
        #expect(try await eventually { sdk.calls.all.contains("cancelled second") })
    }

    @Test("A stop of another run cancels nothing")
    func lateStop() async throws {
        let (run, connection) = try await started()
        connection.stop()
        #expect(!sdk.calls.all.contains { $0.hasPrefix("cancelled") })
        try run.send(.cancel)
        #expect(try await eventually { sdk.calls.all.contains("cancelled +91 9876543210") })
    }

    @Test("A run keeps the delegate alive, and each call sets it anew")
    func delegate() async throws {
        let run = try await sna().run
        #expect(sdk.hasDelegate)
        sdk.cleanup()
        try run.send(.start(requestId: "ARID_7f3a"))
        #expect(try await eventually { sdk.calls.all.contains("start ARID_7f3a") })
        #expect(sdk.hasDelegate)
        sdk.say(.INITIATE, 200, silent)
        #expect(try run.events.contains("initiated: taken"))
    }

    @Test("What was said before any run is told to the next one")
    func retained() async throws {
        let connection = OTPlessConnection(reading: OTPlessSmartAuth.self, sources: sources)
        sdk.say(.SDK_READY, 200, ["success": true])
        withExtendedLifetime(connection) {}
        #expect(try await sna().run.events == ["ready: stayed"])
    }

    @Test("A country without a calling code is a failure that the app is told, and no number is dialled")
    func unknownCountry() async throws {
        let (run, _) = try await smartAuth()
        try run.send(.start(phone: "1701234567", countryCode: "DE"))
        // The sequence of failures ends with the run, so the loop below ends even where no failure comes.
        try run.send(.cancel)
        var refused: [String] = []
        for await failure in run.run.failures {
            if let reason = failure.reason as? OTPlessSmartAuthAdapter.UnknownCountry { refused.append(reason.code) }
        }
        #expect(refused == ["DE"])
        #expect(!sdk.calls.all.contains { $0.hasPrefix("start") })
    }

    @Test("A code without a call before it is a failure that the app is told")
    func nothingToVerify() {
        let connection = OTPlessConnection(reading: OTPlessSmartAuth.self, sources: sources)
        #expect(throws: OTPlessConnection.NothingToVerify.self) { try connection.verify("482913") }
    }
}
