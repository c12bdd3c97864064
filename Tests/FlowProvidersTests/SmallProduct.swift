import FlowFixtures
import FlowMachine
import FlowProviders
import Testing

/// A shipped flow whose counters end early, beside its provider with a channel of one word: thousands of configurations
/// in place of millions.
enum SmallProduct: String, CaseIterable, Sendable {
    case silent
    /// SmartAuth with one attempt, and with two attempts but without requests of the backend.
    case smart, smartAgain
    case code, offline

    private func text() throws -> String {
        switch self {
        case .silent: try Fixtures.shipped("OTPless/SNA.flow")
        // The last attempt, given back where nothing was begun, would be made without end, and one would be as many as two.
        case .smart: try smart(sends: 1)
        case .smartAgain:
            try smart(sends: 2)
                .changing(
                    "  on startRequest when sendsLeft > 0 -> first { keep requestId; do checkStatus(requestId) }\n",
                    to: ""
                )
                .changing("startAccount, startRequest when", to: "startAccount when")
        // The last code, given back to a phone without a network, would be asked for without end: then these are hundreds of thousands.
        // With one code none is asked for by itself.
        case .code:
            try Fixtures.shipped("Truecaller/OTP.flow").allowing("sends", 1...1).allowing("tries", 1...1)
                .changing("lapsed { sendsLeft = 1; keep cause }", to: "lapsed { keep cause }")
                .changing(
                    "resendsByItself and sendsLeft > 0 and triesLeft > 0 -> lapsed", to: "resendsByItself -> lapsed"
                )
                .changing(
                    "when not resendsByItself or sendsLeft == 0 or triesLeft == 0 -> lapsed",
                    to: "when not resendsByItself -> lapsed"
                )
                .changing("on anew -> requesting", to: "on anew stay")
        case .offline:
            try Fixtures.shipped("CAStrongAuthentication/OfflineOTP.flow")
                .allowing("tries", 1...2).allowing("codes", 1...1)
        }
    }

    private func smart(sends: Int) throws -> String {
        try Fixtures.shipped("OTPless/SmartAuth.flow").allowing("sends", sends...sends).allowing("tries", 1...1)
            .changing("hindered { sendsLeft = 1; spare = false }", to: "hindered")
    }

    /// Explores the flow beside one version of its provider's SDK.
    ///
    /// - Parameter change: edits the flow's text before it is explored.
    func explored(
        through channel: Channel = Channel(capacity: 1), crashing: Bool = false,
        changing change: (String) throws -> String = { $0 }
    ) throws -> FlowExploration {
        try explore(
            machine(change(text())), against: model(Fixtures.shipped(provider)), through: channel, crashing: crashing)
    }

    private var provider: String {
        switch self {
        case .silent, .smart, .smartAgain: "OTPless/Models/SDK-2.3.2.provider"
        case .code: "Truecaller/Models/SDK-0.2.provider"
        case .offline: "CAStrongAuthentication/Models/SDK-2.2.provider"
        }
    }
}

extension String {
    /// The flow with a parameter of another range, whose greatest value is the default.
    fileprivate func allowing(_ parameter: String, _ range: ClosedRange<Int>) throws -> String {
        let declaration = try Regex(
            "(param \(parameter): int )\\d+\\.\\.\\.\\d+ = \\d+", as: (Substring, Substring).self)
        let words = "\(range.lowerBound)...\(range.upperBound) = \(range.upperBound)"
        return changing(declaration) { $0.output.1 + words }
    }
}
