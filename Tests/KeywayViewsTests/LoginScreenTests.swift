import Keyway
import LoginFixtures
import ProviderFlows
import Testing

@MainActor
@Suite("The screens of a login by phone", .timeLimit(.minutes(1)))
struct LoginScreenTests {
    private let model = RunModel<PhoneLogin>()

    /// What SmartAuth's SDK says, under the number of the status.
    private func say(_ type: String, _ status: Int64, _ response: [String: RawValue]) {
        let members: [String: RawValue] = [
            "responseType": .text(type), "statusCode": .integer(status), "response": .object(response),
        ]
        model.run?.deliver(.object(members))
    }

    private func shows(_ screen: LoginScreen) async { await model.becomes { $0.screen == screen } }

    /// Goes on to the screen on which the code is awaited; returns until when.
    private func awaitCode() async throws -> Instant {
        await model.begin(in: try await SmartLogin.orchestrator())
        #expect(model.screen == .number)
        model.send(SmartLogin.start)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        #expect(model.screen == .waiting)
        say("INITIATE", 200, ["authType": .text("OTP"), "deliveryChannel": .text("SMS")])
        await model.becomes { $0.situation?[.smart]?.state == .entering }
        let end = try #require(model.situation?[.smart]?.deadlines[.inHand])
        #expect(model.screen == .code(.sms, arrived: false, nil, until: end))
        return end
    }

    @Test("A code is asked for with its channel, whether it arrived, why the last one was refused, and until when")
    func code() async throws {
        let end = try await awaitCode()
        say("DELIVERY_STATUS", 200, ["authType": .text("OTP")])
        await shows(.code(.sms, arrived: true, nil, until: end))
        model.send(.submitCode(code: "1111"), to: .smart)
        await shows(.waiting)
        say("VERIFY", 400, ["authType": .text("OTP"), "errorCode": .text("7118")])
        await shows(.code(.sms, arrived: true, .wrong, until: end))
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
        await shows(.code(.sms, arrived: true, nil, until: end))
        model.send(.resend, to: .smart)
        await shows(.waiting)
        say("INITIATE", 200, ["authType": .text("OTP"), "deliveryChannel": .text("WHATSAPP")])
        await shows(.code(.whatsapp, arrived: false, nil, until: end))
    }

    @Test("An attempt that was not begun says what the person can do, and a login that failed why")
    func obstacle() async throws {
        await model.begin(in: try await SmartLogin.orchestrator())
        model.send(SmartLogin.start)
        await model.becomes { $0.situation?[.smart]?.state == .starting }
        say("INITIATE", 400, ["errorCode": .text("7102")])
        await shows(.another(.input))
        model.send(.giveUpThisWay)
        await model.becomes { $0.ending == .failed }
        #expect(model.situation?.context.why == .exhausted)
    }

    @Test("A code that the phone makes has its own screens")
    func offline() async throws {
        await model.begin(in: try await OfflineLogin.orchestrator())
        model.send(OfflineLogin.start)
        await shows(.factor)
        model.send(.chooseType(type: .pin), to: .offline)
        await shows(.pin)
        model.send(.enterPIN(pin: "2468"), to: .offline)
        await shows(.shown("123456"))
        model.send(.done, to: .offline)
        await shows(.signedIn(.offline))
    }

    @Test("Whoever goes away is not shown as signed in")
    func cancelled() async throws {
        _ = try await awaitCode()
        model.send(.cancel)
        await shows(.cancelled)
    }
}
