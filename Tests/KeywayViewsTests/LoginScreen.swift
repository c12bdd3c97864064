import Keyway
import ProviderFlows

/// What an app shows of a login by phone: each screen with what stands on it.
enum LoginScreen: Equatable {
    case number
    case waiting(until: Instant?)
    /// A code to type: where it was sent and whether it arrived, why the last one was not taken, and until when there is time.
    case code(OTPlessSmartAuth.Channel?, arrived: Bool, OTPlessSmartAuth.Refusal?, until: Instant?)
    case link(OTPlessSmartAuth.Channel?, until: Instant?)
    case another(OTPlessSmartAuth.Obstacle?, until: Instant?)
    /// A code of Truecaller's to type, and why the last one was not taken.
    case smsCode(TruecallerOTP.Cause?, until: Instant?)
    case anotherSMS(TruecallerOTP.Cause?)
    case factor
    case pin
    case shown(String?)
    case signedIn(PhoneLogin.Way)
    case failed(PhoneLogin.Context)
    case cancelled
}

extension RunModel<PhoneLogin> {
    /// The screen of this moment.
    var screen: LoginScreen {
        guard let login = situation else { return .number }
        let end = login.deadlines[.budget]
        switch login.state {
        case .idle: return .number
        case .authenticated: return login.context.way.map { .signedIn($0) } ?? .failed(login.context)
        case .codePresented: return .signedIn(.offline)
        case .failed: return .failed(login.context)
        case .cancelled: return .cancelled
        case .bySmart: return login[.smart]?.screen(until: end) ?? .waiting(until: end)
        case .byTruecaller: return login[.truecaller]?.screen(until: end) ?? .waiting(until: end)
        case .byCode: return login[.offline]?.screen(until: end) ?? .waiting(until: end)
        case .preparing, .bySilence: return .waiting(until: end)
        }
    }
}

extension Run<OTPlessSmartAuth>.Situation {
    fileprivate func screen(until end: Instant?) -> LoginScreen {
        switch state {
        case .entering: .code(context.channel, arrived: context.arrived, context.refusal, until: end)
        case .linking: .link(context.channel, until: deadlines[.linkingAfter120s] ?? end)
        case .stuck, .doubting: .another(context.obstacle, until: end)
        default: .waiting(until: end)
        }
    }
}

extension Run<TruecallerOTP>.Situation {
    fileprivate func screen(until end: Instant?) -> LoginScreen {
        switch state {
        case .awaiting: .smsCode(context.cause, until: deadlines[.ttl] ?? end)
        case .lapsed: .anotherSMS(context.cause)
        default: .waiting(until: end)
        }
    }
}

extension Run<OfflineOTP>.Situation {
    fileprivate func screen(until end: Instant?) -> LoginScreen {
        switch state {
        case .choosing: .factor
        case .typing, .unanswered: .pin
        case .shown: .shown(context.otp)
        default: .waiting(until: end)
        }
    }
}
