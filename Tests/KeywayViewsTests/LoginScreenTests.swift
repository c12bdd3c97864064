import Keyway
import KeywayCore
import LoginFixtures
import ProviderFlows
import Testing

@MainActor
@Suite("The screens of a login by phone", .timeLimit(.minutes(20)))
struct LoginScreenTests {
    private typealias SmartCode = LoginScreen.SmartCode

    private let model = RunModel<PhoneLogin>()

    /// Delivers a callback of SmartAuth's SDK, of this type and with this status code.
    private func say(_ type: String, _ status: Int64, _ response: [String: RawValue]) {
        let members: [String: RawValue] = [
            "responseType": .text(type), "statusCode": .integer(status), "response": .object(response),
        ]
        model.run?.deliver(.object(members))
    }

    private func shows(_ screen: LoginScreen) async { await model.becomes { $0.screen == screen } }

    /// Goes on to the screen on which the code is awaited; returns until when the code may be good.
    private func awaitCode() async throws -> Instant {
        await model.begin(in: try await SmartLogin.orchestrator())
        #expect(model.screen == .number)
        model.send(SmartLogin.start)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        #expect(model.screen == .waiting)
        say("INITIATE", 200, ["authType": .text("OTP"), "deliveryChannel": .text("SMS")])
        await model.becomes { $0.situation?[.smart]?.state == .entering }
        let end = try #require(model.situation?[.smart]?.deadlines[.inHand])
        #expect(model.screen == .code(SmartCode(channel: .sms, until: end)))
        return end
    }

    @Test("A code is asked for with its channel, whether it arrived, why the last one was refused, and until when")
    func code() async throws {
        let end = try await awaitCode()
        say("DELIVERY_STATUS", 200, ["authType": .text("OTP")])
        await shows(.code(SmartCode(channel: .sms, arrived: true, until: end)))
        model.send(.submitCode(code: "1111"), to: .smart)
        await shows(.waiting)
        say("VERIFY", 400, ["authType": .text("OTP"), "errorCode": .text("7118")])
        await shows(.code(SmartCode(channel: .sms, arrived: true, refusal: .wrong, until: end)))
        model.send(.submitCode(code: "2222"), to: .smart)
        await model.becomes { $0.situation?[.smart]?.state == .verifying }
        #expect(model.situation?[.smart]?.context.refusal == nil, "the next try takes the reason back")
        say("ONETAP", 200, ["token": .text("t1")])
        await shows(.signedIn(.smart))
        #expect(model.situation?.context.token == "t1")
    }

    @Test("Another code by another channel forgets what was said of the one before")
    func anotherCode() async throws {
        let end = try await awaitCode()
        say("DELIVERY_STATUS", 200, ["authType": .text("OTP")])
        await shows(.code(SmartCode(channel: .sms, arrived: true, until: end)))
        model.send(.resend, to: .smart)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        #expect(model.screen == .code(SmartCode(channel: .sms, arrived: true, until: end)), "it can be typed meanwhile")
        say("INITIATE", 200, ["authType": .text("OTP"), "deliveryChannel": .text("WHATSAPP")])
        await shows(.code(SmartCode(channel: .whatsapp, until: end)))
    }

    @Test(
        "A code in hand can be typed after the SDK has given up, beside why the last one was refused and no other came")
    func codeInHand() async throws {
        let end = try await awaitCode()
        model.send(.submitCode(code: "1111"), to: .smart)
        await shows(.waiting)
        say("VERIFY", 400, ["authType": .text("OTP"), "errorCode": .text("7118")])
        await shows(.code(SmartCode(channel: .sms, refusal: .wrong, until: end)))
        say("AUTH_TERMINATED", 400, ["errorCode": .text("9106")])
        await model.becomes { $0.situation?[.smart]?.state == .doubting }
        #expect(model.screen == .code(SmartCode(channel: .sms, refusal: .wrong, until: end)))
        model.send(.resend, to: .smart)
        await shows(.code(SmartCode(channel: .sms, until: end)))
        say("INITIATE", 400, ["errorCode": .text("7102")])
        await model.becomes { $0.situation?[.smart]?.state == .stuck }
        #expect(model.screen == .code(SmartCode(channel: .sms, obstacle: .input, until: end)))
    }

    @Test("An attempt that was not begun says what the person can do, and a login that failed why")
    func obstacle() async throws {
        await model.begin(in: try await SmartLogin.orchestrator())
        model.send(SmartLogin.start)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        say("INITIATE", 400, ["errorCode": .text("7102")])
        await shows(.another(.input, nil))
        model.send(.cancel, to: .smart)
        await model.becomes { $0.ending == .failed }
        #expect(model.situation?.context.why == .exhausted)
        #expect(model.situation?.context.whySmart == .givenUp && model.situation?.context.obstacleSmart == .input)
    }

    @Test("A denial is shown at once, while the run still waits for better news")
    func denial() async throws {
        await model.begin(in: try await SmartLogin.orchestrator(answering: .denied))
        model.send(SmartLogin.start)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        say("INITIATE", 200, ["authType": .text("SILENT_AUTH")])
        say("ONETAP", 200, ["token": .text("t1")])
        await shows(.doubted(.denied, nil))
        model.send(.resend, to: .smart)
        await shows(.waiting)
    }

    @Test("A code that the phone makes has its own screens")
    func offline() async throws {
        await model.begin(in: try await OfflineLogin.orchestrator())
        model.send(OfflineLogin.start)
        await shows(.factor(nil))
        model.send(.chooseType(type: .pin), to: .offline)
        await shows(.pin(nil, nil))
        model.send(.enterPIN(pin: "2468"), to: .offline)
        await shows(.shown("123456"))
        model.send(.done, to: .offline)
        await shows(.signedIn(.offline))
    }

    /// Whether a flow takes the command in a state with these values.
    private func isTaken<Typed: Flow>(
        _ command: Typed.Event, by _: Typed.Type, in state: Typed.State, with context: Typed.Context
    ) -> Bool {
        var run = RunState(state: Int(state.rawValue), values: context.values)
        return Typed.reduce(&run, command, at: Instant(milliseconds: 0), sequence: 1).disposition != .rejected
    }

    @Test("In each state in which SmartAuth takes a code there is one to type, and in no other")
    func smartStates() {
        var taken = 0
        for state in OTPlessSmartAuth.State.allCases where !state.isFinal {
            for leg in OTPlessSmartAuth.Leg.allCases {
                var context = OTPlessSmartAuth.Context()
                context.leg = leg
                let screen = LoginScreen.smart(state, context, until: nil)
                let isTaken = isTaken(.submitCode(code: "1234"), by: OTPlessSmartAuth.self, in: state, with: context)
                if isTaken { taken += 1 }
                #expect((screen == .code(SmartCode())) == isTaken, "\(state), \(leg): \(screen)")
            }
        }
        #expect(taken > 0)
    }

    @Test("In each state in which the person can tap again Truecaller's app is shown as asked, and in no other")
    func oneTapStates() {
        var context = TruecallerOneTap.Context()
        context.cause = .refused
        var taken = 0
        for state in TruecallerOneTap.State.allCases where !state.isFinal {
            let screen = LoginScreen.oneTap(state, context)
            let isTaken = isTaken(.again, by: TruecallerOneTap.self, in: state, with: context)
            if isTaken { taken += 1 }
            #expect((screen == .truecallerApp(.refused)) == isTaken, "\(state): \(screen)")
        }
        #expect(taken > 0)
    }

    @Test("In each state in which Truecaller's flow takes a code there is one to type, and in no other")
    func truecallerStates() {
        var taken = 0
        for state in TruecallerOTP.State.allCases where !state.isFinal {
            for sent in TruecallerOTP.Sent.allCases {
                var context = TruecallerOTP.Context()
                context.sent = sent
                let screen = LoginScreen.truecaller(state, context, until: nil)
                let code = TruecallerOTP.Event.submitCode(code: "1234", firstName: "Asha", lastName: "Rao")
                let isTaken = isTaken(code, by: TruecallerOTP.self, in: state, with: context)
                if isTaken { taken += 1 }
                #expect((screen == .smsCode(nil, until: nil)) == isTaken, "\(state), \(sent): \(screen)")
            }
        }
        #expect(taken > 0)
    }

    @Test(
        "In each state in which a PIN is taken there is one to type, beside what became of the last, and in no other")
    func offlineStates() {
        var context = OfflineOTP.Context()
        context.trouble = .pinRefused
        context.status = "WRONG_PIN"
        var taken = 0
        for state in OfflineOTP.State.allCases where !state.isFinal {
            let screen = LoginScreen.offline(state, context)
            let isTaken = isTaken(.enterPIN(pin: "2468"), by: OfflineOTP.self, in: state, with: context)
            if isTaken { taken += 1 }
            #expect((screen == .pin(.pinRefused, "WRONG_PIN")) == isTaken, "\(state): \(screen)")
        }
        #expect(taken > 0)
    }

    @Test("Whoever goes away is not shown as signed in")
    func cancelled() async throws {
        _ = try await awaitCode()
        model.send(.cancel)
        await shows(.cancelled)
    }
}
