import KeywayCore
import ProviderFlows

/// A command that a person can type. A sign-in tries several ways one after the other, and each way has commands of its own.
enum PersonCommand: Equatable {
    /// Commands to the sign-in itself.
    case start(Start)
    case next, cancel
    /// Commands to the way that is being tried.
    case code(Code)
    case number(String, countryCode: String)
    case choose(OfflineOTP.Factor)
    case pin(String)
    case sign(String)
    case resend, skip, again, done
    /// Commands to the program.
    case help, status, quit

    struct Start: Equatable {
        var phone: String
        var countryCode: String
        var ways: Set<PhoneLogin.Way> = [.silent, .smart, .truecaller, .offline]
        var account: String?
        /// For how long the sign-in may begin further ways.
        var budget = Duration.seconds(900)
    }

    enum Code: Equatable {
        case typed(String)
        /// The code of the latest message on the person's phone.
        case onPhone
    }

    /// The first word of a line.
    enum Name: String, CaseIterable, Codable {
        case start, next, cancel, code, resend, number, choose, pin, sign, skip, again, done, help, status, quit

        /// How the command is typed.
        var usage: String {
            switch self {
            case .start: "start PHONE COUNTRY [ways=silent,smart,truecaller,offline] [account=NAME] [budget=SECONDS]"
            case .code: "code DIGITS"
            case .number: "number PHONE COUNTRY"
            case .choose: "choose pin|biometric"
            case .pin: "pin DIGITS"
            case .sign: "sign TEXT"
            case .next, .cancel, .resend, .skip, .again, .done, .help, .status, .quit: rawValue
            }
        }

        var meaning: String {
            switch self {
            case .start: "signs in: 10 digits and a country of 2 letters, as 'start 4912345678 DE'"
            case .next: "gives up the way that is being tried, and goes to the next"
            case .cancel: "goes away; the sign-in ends"
            case .code: "the code from the message; 'code phone' types the one that your phone shows"
            case .resend: "asks for another message"
            case .number: "another number with its country, or the same again after the program was killed"
            case .choose: "how the phone makes its own code: over your PIN, which is \(World.pin), or biometrics"
            case .pin: "your PIN"
            case .sign: "what the code is to sign"
            case .skip: "a code that signs nothing"
            case .again: "another code"
            case .done: "you have read the code"
            case .help: "this page"
            case .status: "says again where the sign-in is"
            case .quit: "leaves the program; the sign-in goes on when you begin it again"
            }
        }
    }

    var name: Name {
        switch self {
        case .start: .start
        case .next: .next
        case .cancel: .cancel
        case .code: .code
        case .resend: .resend
        case .number: .number
        case .choose: .choose
        case .pin: .pin
        case .sign: .sign
        case .skip: .skip
        case .again: .again
        case .done: .done
        case .help: .help
        case .status: .status
        case .quit: .quit
        }
    }

    static var page: String {
        Name.allCases.map { "  \($0.usage)\n      \($0.meaning)" }.joined(separator: "\n")
    }
}
