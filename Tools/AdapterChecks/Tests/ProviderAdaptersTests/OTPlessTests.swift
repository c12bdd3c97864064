import CallNotes
import Keyway
import OtplessBM
import Testing

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("OTPless's adapter")
    @MainActor
    struct OTPlessTests {
        let sources = Device.Sources()
        let sdk = Otpless.shared
        /// The response by which the SDK says that it has begun a silent authentication.
        let silent: [String: Any] = ["requestId": "ARID_7f3a", "channel": "SILENT_AUTH", "authType": "SILENT_AUTH"]

        init() {
            sdk.cleanup()
            sdk.calls.removeAll()
            sdk.whenCommitted = nil
        }

        /// A run of OTPlessSNA before its first command; `status` is what the backend says of the request.
        func sna(
            status: OTPlessSNA.CheckStatusReply = .pending
        ) async throws -> (run: ObservedRun<OTPlessSNA>, connection: OTPlessConnection) {
            let connection = OTPlessConnection(reading: OTPlessSNA.self, sources: sources)
            let adapter = OTPlessSNAAdapter(connection: connection) { _ in status }
            return (try await ObservedRun(with: adapter, sources: sources), connection)
        }

        /// A run of OTPlessSmartAuth before its first command; the backend confirms one token alone, of such an account or of none.
        func smartAuth(
            tokenOf kind: OTPlessSmartAuth.Account? = nil
        ) async throws -> (run: ObservedRun<OTPlessSmartAuth>, connection: OTPlessConnection) {
            let connection = OTPlessConnection(reading: OTPlessSmartAuth.self, sources: sources) { [sdk] in
                sdk.calls.add("initialise")
            }
            let adapter = OTPlessSmartAuthAdapter(connection: connection) { token, _, _, _, account in
                token == "tok_5e1fca8842d0" && account == kind ? .confirmed : .denied
            } status: { _ in
                .pending
            }
            return (try await ObservedRun(with: adapter, sources: sources), connection)
        }

        /// A run of OTPlessSmartAuth in which a code is on its way to the person, who can type it.
        func started() async throws -> (run: ObservedRun<OTPlessSmartAuth>, connection: OTPlessConnection) {
            let (run, connection) = try await smartAuth()
            try run.send(.start(phone: "9876543210", countryCode: "IN"))
            #expect(try await eventually { sdk.calls.all.contains("start +91 9876543210") })
            // Not before that call: the SDK's words go to the run that holds the SDK, and its first call makes this run the holder.
            sdk.say(.INITIATE, 200, ["authType": "OTP", "deliveryChannel": "SMS", "otpLength": 6])
            #expect(try await run.comes(to: "entering"))
            return (run, connection)
        }

        // MARK: - Words

        /// A response of the SDK, and the name of the event that the flow's decoder reads in it.
        struct Word: Sendable {
            var type: ResponseTypes
            var status: Int
            var response: [String: any Sendable]?
            var event: String
        }

        static let words: [Word] = [
            Word(type: .INITIATE, status: 200, response: ["authType": "SILENT_AUTH"], event: "initiated"),
            Word(type: .INITIATE, status: 200, response: ["channel": "OTP_LINK"], event: "initiated"),
            Word(type: .INITIATE, status: 4003, response: ["errorCode": 4003], event: "setupFailed"),
            Word(type: .INITIATE, status: 400, response: ["errorCode": "7160"], event: "terminated"),
            Word(type: .INITIATE, status: 500, response: nil, event: "setupFailed"),
            Word(type: .INITIATE, status: 200, response: nil, event: "unrecognised"),
            Word(type: .VERIFY, status: 9106, response: ["errorCode": "9106"], event: "exhausted"),
            Word(
                type: .VERIFY, status: 9106, response: ["errorCode": "9106", "authType": "SILENT_AUTH"],
                event: "exhausted"),
            Word(
                type: .VERIFY, status: 400, response: ["errorCode": "400", "authType": "SILENT_AUTH"],
                event: "silentFailed"
            ),
            Word(type: .VERIFY, status: 400, response: ["errorCode": "7118", "authType": "OTP"], event: "codeRefused"),
            Word(type: .VERIFY, status: 400, response: ["errorCode": 500, "authType": "GMAIL"], event: "linkFailed"),
            Word(type: .AUTH_TERMINATED, status: 400, response: ["errorCode": "9106"], event: "exhausted"),
            Word(type: .AUTH_TERMINATED, status: 400, response: ["errorCode": "7161"], event: "exhausted"),
            Word(type: .AUTH_TERMINATED, status: 400, response: ["errorCode": "7169"], event: "terminated"),
            Word(type: .FALLBACK_TRIGGERED, status: 200, response: ["deliveryChannel": "SMS"], event: "channelChanged"),
            Word(type: .DELIVERY_STATUS, status: 200, response: ["communicationDelivered": true], event: "delivered"),
            Word(type: .MFA_FACTOR_COMPLETED, status: 200, response: [:], event: "factorDone"),
            Word(type: .DEVICE_INTELLIGENCE, status: 200, response: ["score": [1, 2.5]], event: "unrecognised"),
            Word(type: .SDK_READY, status: 200, response: ["success": true], event: "ready"),
            Word(type: .FAILED, status: 5003, response: ["errorCode": "5003"], event: "initFailed"),
            Word(type: .FAILED, status: 5004, response: ["errorCode": "5004"], event: "initFailed"),
            Word(
                type: .ONETAP, status: 200, response: ["data": ["token": "tok_1"], "token": "tok_1"], event: "oneTap"),
        ]

        @Test("Every word of the SDK reaches the run that holds it, as the decoder's row says")
        func words() async throws {
            #expect(Set(Self.words.map(\.type)) == Set(ResponseTypes.allCases))
            let (run, _) = try await started()
            for word in Self.words {
                let before = try run.timeline.entries.count
                sdk.say(word.type, word.status, word.response)
                #expect(try run.timeline.entries.dropFirst(before).first?.event == word.event, "\(word)")
            }
        }

        @Test("No field of a response is lost, whatever it is made of")
        func fields() {
            let nothing: String? = nil
            let something: String? = "x"
            let response = OtplessResponse(
                responseType: .INITIATE,
                response: [
                    "text": "SILENT_AUTH", "integer": 4003, "unsigned": UInt64.max, "small": UInt8(7), "flag": true,
                    "number": 2.5, "nothing": nothing as Any, "something": something as Any,
                    "list": [1, "two", [true]] as [Any], "details": ["channelType": "GMAIL"],
                    "other": Duration.seconds(1),
                ],
                statusCode: -25000)
            #expect(
                RawValue(response)
                    == .object([
                        "responseType": .text("INITIATE"), "statusCode": .integer(-25000),
                        "response": .object([
                            "text": .text("SILENT_AUTH"), "integer": .integer(4003),
                            "unsigned": .text("18446744073709551615"), "small": .integer(7), "flag": .bool(true),
                            "number": .number(2.5), "nothing": .null, "something": .text("x"),
                            "list": .list([.integer(1), .text("two"), .list([.bool(true)])]),
                            "details": .object(["channelType": .text("GMAIL")]), "other": .text("1.0 seconds"),
                        ]),
                    ]))
            let empty = OtplessResponse(responseType: .VERIFY, response: nil, statusCode: 400)
            #expect(RawValue(empty) == .object(["responseType": .text("VERIFY"), "statusCode": .integer(400)]))
        }
    }
}
