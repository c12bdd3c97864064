import ProviderFlows

/// What each way of a sign-in waits for in each state. A test compares the commands with what the ways' flows allow.
extension Question {
    static func of(_ state: OTPlessSNA.State, _ context: OTPlessSNA.Context) -> Question {
        let words =
            switch state {
            case .idle: "nothing is asked of the network yet"
            case .running: "the network is asked who you are"
            case .racing: "the network finds out who you are"
            case .confirming: "the network knows you; our backend is asked whether it has heard"
            case .unheard: "the network knows you; our backend does not answer, and is asked on"
            case .closing: "the network does not say; our backend is asked a little longer"
            case .lastly: "our backend is asked a last time"
            case .authenticated: "our backend has confirmed you"
            case .failed: "it did not work"
            case .cancelled: "it was given up"
            }
        return Question(state: "\(state)", words: words, commands: [])
    }

    static func of(_ state: OTPlessSmartAuth.State, _ context: OTPlessSmartAuth.Context) -> Question {
        func question(_ words: String, _ commands: [PersonCommand.Name] = [], waits: Bool = false) -> Question {
            Question(state: "\(state)", words: words, commands: commands, waitsForPerson: waits)
        }
        // Where our backend has made a request, the number is part of the request and cannot be changed any more.
        let number: [PersonCommand.Name] = context.requestId == nil ? [.number] : []
        let code: [PersonCommand.Name] = context.leg == .otp ? [.code] : []
        return switch state {
        case .idle: question("nothing is asked yet")
        case .prepared: question("OTPless is ready, and nothing is asked yet")
        case .starting: question("OTPless is called", code + number)
        case .unready: question("OTPless is not ready yet", code + number)
        case .racing: question("OTPless asks the network who you are", code + number)
        case .between: question("OTPless goes on to the next way of its own", code + number)
        case .entering: question("a code is on its way to you", code + [.resend] + number, waits: true)
        case .linking: question("a link is on its way to you; follow it", code + [.resend] + number)
        case .stuck: question("nothing goes on by itself", code + [.resend] + number, waits: true)
        case .denied: question("our backend says no; better news may still come", code + [.resend] + number)
        case .doubting: question("that failed, perhaps; better news may still come", code + [.resend] + number)
        case .verifying: question("your code is checked", number)
        case .confirming: question("our backend is asked whether it has heard of you", number)
        case .unheard: question("our backend does not answer, and is asked on", number)
        case .checking: question("our backend checks the token", number)
        case .lastly: question("our backend is asked a last time", number)
        case .authenticated: question("our backend has confirmed you")
        case .failed: question("it did not work")
        case .cancelled: question("it was given up")
        }
    }

    static func of(_ state: TruecallerOTP.State, _ context: TruecallerOTP.Context) -> Question {
        func question(_ words: String, _ commands: [PersonCommand.Name] = [], waits: Bool = false) -> Question {
            Question(state: "\(state)", words: words, commands: commands, waitsForPerson: waits)
        }
        let code: [PersonCommand.Name] = context.sent == .over ? [.code] : []
        return switch state {
        case .idle: question("nothing is asked yet")
        case .requesting: question("Truecaller is asked for a code", [.number])
        case .awaiting: question("a code is on its way to you", [.code, .number], waits: true)
        case .verifying: question("your code is checked", [.number])
        case .lapsed: question("no code, or one that may be too old", code + [.resend, .number], waits: true)
        case .checking: question("our backend checks the token", [.number])
        case .authenticated: question("our backend has confirmed you")
        case .failed: question("it did not work")
        case .cancelled: question("it was given up")
        }
    }

    static func of(_ state: OfflineOTP.State, _ context: OfflineOTP.Context) -> Question {
        func question(_ words: String, _ commands: [PersonCommand.Name] = [], waits: Bool = false) -> Question {
            Question(state: "\(state)", words: words, commands: commands, waitsForPerson: waits)
        }
        let sign: [PersonCommand.Name] = context.signing ? [.sign] : []
        return switch state {
        case .idle: question("nothing is asked yet")
        case .choosing: question("how do you show who you are?", [.choose], waits: true)
        case .offering: question("the code can sign something", [.sign, .skip, .choose], waits: true)
        case .typing: question("your PIN is wanted", [.pin, .choose] + sign, waits: true)
        case .making: question("the code is made")
        case .shown: question("the code is on the screen", [.done, .again], waits: true)
        case .prompting: question("your finger or face is wanted by the phone; your PIN will do", [.pin] + sign)
        case .unanswered: question("the prompt says nothing; your PIN will do", [.pin, .choose] + sign, waits: true)
        case .presented: question("you have read the code")
        case .failed: question("it did not work")
        case .cancelled: question("it was given up")
        }
    }
}
