import ProviderFlows

extension PersonCommand.Start {
    /// What it asks of the sign-in itself.
    var event: PhoneLogin.Command {
        .start(phone: phone, countryCode: countryCode, methods: ways, account: account, budget: budget)
    }
}

/// What a command means to the way that is being tried; nil where that has none like it.
extension PersonCommand {
    func smart(_ messages: Messages) -> OTPlessSmartAuth.Command? {
        switch self {
        case .code(let code): .submitCode(code: code.digits(messages))
        case .resend: .resend
        case .number(let phone): .changeNumber(phone: phone)
        case .start, .next, .cancel, .choose, .pin, .sign, .skip, .again, .done, .help, .status, .quit: nil
        }
    }

    func truecaller(_ messages: Messages) -> TruecallerOTP.Command? {
        switch self {
        case .code(let code): .submitCode(code: code.digits(messages), firstName: "Asha", lastName: "Rao")
        case .resend: .resend
        case .number(let phone): .changeNumber(phone: phone)
        case .start, .next, .cancel, .choose, .pin, .sign, .skip, .again, .done, .help, .status, .quit: nil
        }
    }

    var offline: OfflineOTP.Command? {
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
    /// A phone without a message shows none that could be right.
    fileprivate func digits(_ messages: Messages) -> String {
        switch self {
        case .typed(let digits): digits
        case .onPhone: messages.code ?? "0000"
        }
    }
}
