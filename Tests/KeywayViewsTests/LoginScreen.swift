import Keyway
import ProviderFlows

/// What an app shows of a login by phone: each screen with what stands on it.
enum LoginScreen: Equatable {
    case number
    case waiting
    /// A code to type: where it was sent and whether it arrived, why the last one was not taken, and until when it may be good.
    case code(OTPlessSmartAuth.Channel?, arrived: Bool, OTPlessSmartAuth.Refusal?, until: Instant?)
    case link(OTPlessSmartAuth.Channel?, until: Instant?)
    case another(OTPlessSmartAuth.Obstacle?)
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
        switch login.state {
        case .idle: return .number
        case .authenticated: return login.context.way.map { .signedIn($0) } ?? .failed(login.context)
        case .codePresented: return .signedIn(.offline)
        case .failed: return .failed(login.context)
        case .cancelled: return .cancelled
        case .bySmart: return login[.smart]?.screen ?? .waiting
        case .byTruecaller: return login[.truecaller]?.screen ?? .waiting
        case .byCode: return login[.offline]?.screen ?? .waiting
        case .preparing, .bySilence: return .waiting
        }
    }
}

extension Run<OTPlessSmartAuth>.Situation {
    fileprivate var screen: LoginScreen {
        switch state {
        case .entering: .code(context.channel, arrived: context.arrived, context.refusal, until: deadlines[.inHand])
        case .linking: .link(context.channel, until: deadlines[.inHand])
        case .stuck, .doubting: .another(context.obstacle)
        default: .waiting
        }
    }
}

extension Run<TruecallerOTP>.Situation {
    fileprivate var screen: LoginScreen {
        switch state {
        case .awaiting: .smsCode(context.cause, until: deadlines[.ttl])
        case .lapsed: .anotherSMS(context.cause)
        default: .waiting
        }
    }
}

extension Run<OfflineOTP>.Situation {
    fileprivate var screen: LoginScreen {
        switch state {
        case .choosing: .factor
        case .typing, .unanswered: .pin
        case .shown: .shown(context.otp)
        default: .waiting
        }
    }
}
