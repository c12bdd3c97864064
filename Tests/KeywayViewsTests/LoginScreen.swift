import Keyway
import ProviderFlows

/// What an app shows of a login by phone: each screen with what stands on it.
enum LoginScreen: Equatable {
    case number
    case waiting
    /// The person agrees in Truecaller's app, or is back without an answer: what went wrong there last.
    case truecallerApp(TruecallerOneTap.Cause?)
    /// A code of SmartAuth's to type.
    case code(SmartCode)
    /// A link to follow: by which channel it came, and until when it may be good.
    case link(OTPlessSmartAuth.Channel?, until: Instant?)
    /// Another code or another way to ask for: why the last attempt was not begun, and why the last code was not taken.
    case another(OTPlessSmartAuth.Obstacle?, OTPlessSmartAuth.Refusal?)
    /// What went wrong, perhaps: better news may still come, and the person need not wait for it.
    case doubted(OTPlessSmartAuth.Why?, OTPlessSmartAuth.Obstacle?)
    /// A code of Truecaller's to type, and why the last one was not taken. Where no instant is told, its life is over or
    /// unknown: it may be typed all the same, and another one asked for.
    case smsCode(TruecallerOTP.Cause?, until: Instant?)
    case anotherSMS(TruecallerOTP.Cause?)
    /// PIN or prompt to choose, and what became of the last prompt.
    case factor(OfflineOTP.Trouble?)
    /// A PIN to type, perhaps beside a prompt: what became of the last PIN or prompt, and what the SDK said of it.
    case pin(OfflineOTP.Trouble?, String?)
    /// The code that the phone has made.
    case shown(String?)
    case signedIn(PhoneLogin.Way)
    case failed(PhoneLogin.Context?)
    case cancelled

    /// Where a code was sent and whether it arrived, why the last one was not taken, why no other one came, and until when it may
    /// be good.
    struct SmartCode: Equatable {
        var channel: OTPlessSmartAuth.Channel?
        var arrived = false
        var refusal: OTPlessSmartAuth.Refusal?
        var obstacle: OTPlessSmartAuth.Obstacle?
        var until: Instant?
    }
}

extension RunModel<PhoneLogin> {
    /// What the app shows at present.
    var screen: LoginScreen {
        switch situation?.state {
        case nil, .idle: .number
        case .byOneTap: situation?[.oneTap]?.screen ?? .waiting
        case .preparing, .bySilence: .waiting
        case .bySmart: situation?[.smart]?.screen ?? .waiting
        case .byTruecaller: situation?[.truecaller]?.screen ?? .waiting
        case .byCode: situation?[.offline]?.screen ?? .waiting
        case .authenticated, .codePresented: .signedIn(situation?.context.way ?? .offline)
        case .failed: .failed(situation?.context)
        case .cancelled: .cancelled
        }
    }
}

extension Run<TruecallerOneTap>.Situation {
    fileprivate var screen: LoginScreen { .oneTap(state, context) }
}

extension Run<OTPlessSmartAuth>.Situation {
    fileprivate var screen: LoginScreen { .smart(state, context, until: deadlines[.inHand]) }
}

extension Run<TruecallerOTP>.Situation {
    fileprivate var screen: LoginScreen { .truecaller(state, context, until: deadlines[.ttl]) }
}

extension Run<OfflineOTP>.Situation {
    fileprivate var screen: LoginScreen { .offline(state, context) }
}

extension LoginScreen {
    /// The screen of SmartAuth's flow: a code in hand may be typed whatever the SDK is at, unless it checks one or has a token.
    static func smart(
        _ state: OTPlessSmartAuth.State, _ context: OTPlessSmartAuth.Context, until end: Instant?
    ) -> LoginScreen {
        let entry: LoginScreen? =
            context.leg == .otp
            ? .code(
                SmartCode(
                    channel: context.channel, arrived: context.arrived, refusal: context.refusal,
                    obstacle: context.obstacle, until: end)) : nil
        return switch state {
        case .starting, .unready, .racing, .between: entry ?? .waiting
        case .entering, .linking: entry ?? .link(context.channel, until: end)
        case .stuck: entry ?? .another(context.obstacle, context.refusal)
        case .denied, .doubting: entry ?? .doubted(context.why, context.obstacle)
        case .idle, .prepared, .verifying, .confirming, .unheard, .checking, .lastly, .authenticated, .failed,
            .cancelled:
            .waiting
        }
    }

    /// The screen of one tap's flow: Truecaller's app is in front, and our own shows what can be done once the person is back.
    static func oneTap(_ state: TruecallerOneTap.State, _ context: TruecallerOneTap.Context) -> LoginScreen {
        switch state {
        case .away: .truecallerApp(context.cause)
        case .idle, .seeking, .opening, .closing, .checking, .authenticated, .failed, .cancelled: .waiting
        }
    }

    /// The screen of Truecaller's flow: a code of this number may be typed after its life has ended as well.
    static func truecaller(
        _ state: TruecallerOTP.State, _ context: TruecallerOTP.Context, until end: Instant?
    ) -> LoginScreen {
        switch state {
        case .awaiting: .smsCode(context.cause, until: end)
        case .lapsed: context.sent == .over ? .smsCode(context.cause, until: nil) : .anotherSMS(context.cause)
        case .idle, .requesting, .verifying, .checking, .authenticated, .failed, .cancelled: .waiting
        }
    }

    /// The screen of the flow in which the phone makes a code: a PIN may be typed beside a prompt as well.
    static func offline(_ state: OfflineOTP.State, _ context: OfflineOTP.Context) -> LoginScreen {
        switch state {
        case .choosing: .factor(context.trouble)
        case .typing, .prompting, .unanswered: .pin(context.trouble, context.status)
        case .shown: .shown(context.otp)
        case .idle, .offering, .making, .presented, .failed, .cancelled: .waiting
        }
    }
}
