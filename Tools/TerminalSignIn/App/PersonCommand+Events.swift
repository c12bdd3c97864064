import ProviderFlows

extension PersonCommand.Start {
    /// The flow's command by which the sign-in starts. Truecaller's app is not on this phone, so there is no nonce for one tap in it.
    var event: PhoneLogin.Command {
        .start(
            phone: phone, countryCode: countryCode, methods: ways, account: account, nonce: nil, budget: budget)
    }
}

extension PersonCommand {
    /// A command of the sign-in's own flow, or of the sub-flow of one of its ways. A way is one method of signing in.
    enum Event {
        case login(PhoneLogin.Command)
        case silent(OTPlessSNA.Command)
        case smart(OTPlessSmartAuth.Command)
        case truecaller(TruecallerOTP.Command)
        case offline(OfflineOTP.Command)
    }

    /// The flow's command for what was typed while the sign-in is in this state; nil where the way that is tried there has no such command.
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

    /// The command that gives up the way which is being tried: the `cancel` of its sub-flow. A second `next` would send it to the same
    /// sub-flow, which is over by then, so the following way is not given up as well.
    ///
    /// In all other states it is the sign-in's own `giveUpRequest`. In `preparing` this gives up the silent way, whose sub-flow has not
    /// begun yet; elsewhere the sign-in rejects it. `byOneTap` needs a nonce, so it is never reached here.
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

/// For each way the command of its flow for what a person typed; nil where the flow has no such command.
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
        // Before the first message there is no code to type, so the person types a wrong one.
        case .onPhone: messages.code ?? "0000"
        }
    }
}
