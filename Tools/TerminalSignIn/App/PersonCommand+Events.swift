import ProviderFlows

extension PersonCommand.Start {
    /// The command of the flow by which the sign-in starts. This phone has no app of Truecaller's, so it has no nonce for one tap.
    var event: PhoneLogin.Command {
        .start(
            phone: phone, countryCode: countryCode, methods: ways, account: account, nonce: nil, budget: budget)
    }
}

extension PersonCommand {
    /// A command of the sign-in's own flow, or of the flow of one of its ways.
    enum Event {
        case login(PhoneLogin.Command)
        case silent(OTPlessSNA.Command)
        case smart(OTPlessSmartAuth.Command)
        case truecaller(TruecallerOTP.Command)
        case offline(OfflineOTP.Command)
    }

    /// The flow's command for what was typed while the sign-in is in that state; nil where the way of that state has no such command.
    func event(in state: PhoneLogin.State?, _ messages: Messages) -> Event? {
        switch self {
        case .start(let start): return .login(start.event)
        case .next: return Self.givingUp(state)
        case .cancel: return .login(.cancel)
        default: break
        }
        return switch state {
        case .bySmart?: smart(messages).map { .smart($0) }
        case .byTruecaller?: truecaller(messages).map { .truecaller($0) }
        case .byCode?: offline.map { .offline($0) }
        default: nil
        }
    }

    /// The command `cancel` of the way that is being tried, so that a repeated `next` does not give up the following way as well. In all
    /// other states it is the sign-in's own `giveUpRequest`, which the sign-in accepts only in `preparing`.
    private static func givingUp(_ state: PhoneLogin.State?) -> Event {
        switch state {
        case .bySilence?: .silent(.cancel)
        case .bySmart?: .smart(.cancel)
        case .byTruecaller?: .truecaller(.cancel)
        case .byCode?: .offline(.cancel)
        case nil, .idle?, .preparing?, .byOneTap?, .authenticated?, .codePresented?, .failed?, .cancelled?:
            .login(.giveUpRequest)
        }
    }
}

/// The commands of the ways' flows for what a person typed; nil where a way has no such command.
extension PersonCommand {
    private func smart(_ messages: Messages) -> OTPlessSmartAuth.Command? {
        switch self {
        case .code(let code): .submitCode(code: code.digits(messages))
        case .resend: .resend
        case .number(let phone, let country): .changeNumber(phone: phone, countryCode: country)
        case .start, .next, .cancel, .choose, .pin, .sign, .skip, .again, .done, .help, .status, .quit: nil
        }
    }

    private func truecaller(_ messages: Messages) -> TruecallerOTP.Command? {
        switch self {
        case .code(let code): .submitCode(code: code.digits(messages), firstName: "Asha", lastName: "Rao")
        case .resend: .resend
        case .number(let phone, let country): .changeNumber(phone: phone, countryCode: country)
        case .start, .next, .cancel, .choose, .pin, .sign, .skip, .again, .done, .help, .status, .quit: nil
        }
    }

    private var offline: OfflineOTP.Command? {
        switch self {
        case .choose(let factor): .chooseType(type: factor)
        case .pin(let pin): .enterPIN(pin: pin)
        case .sign(let text): .provideTransaction(data: text)
        case .skip: .skipTransaction
        case .again: .regenerate
        case .done: .done
        case .start, .next, .cancel, .code, .resend, .number, .help, .status, .quit: nil
        }
    }
}

extension PersonCommand.Code {
    /// The digits to hand over: those that were typed, or those of the latest message.
    func digits(_ messages: Messages) -> String {
        switch self {
        case .typed(let digits): digits
        // Without a message a wrong code is handed over.
        case .onPhone: messages.code ?? "0000"
        }
    }
}
