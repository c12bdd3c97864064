import FlowMachine
import FlowProviders
import Testing

/// A shipped flow whose counters end early, beside its provider with a channel of one word: thousands of configurations
/// in place of millions.
enum SmallProduct: String, CaseIterable, Sendable {
    case silent
    /// One attempt; and two, for the number alone and not for a request of the backend.
    case smart, smartAgain
    case code, offline

    private func text() throws -> String {
        switch self {
        case .silent: try Fixtures.shipped("OTPless/SNA.flow")
        case .smart: try Fixtures.shipped("OTPless/SmartAuth.flow").ending("sends", at: 1).ending("tries", at: 1)
        case .smartAgain:
            try Fixtures.shipped("OTPless/SmartAuth.flow").ending("sends", at: 2).ending("tries", at: 1)
                .replacing(
                    "  on startRequest when sends < 2 -> first { keep requestId; do checkStatus(requestId) }\n",
                    with: ""
                )
                .replacing("on start, startRequest when", with: "on start when")
        case .code: try Fixtures.shipped("Truecaller/OTP.flow").ending("sends", at: 1).ending("tries", at: 1)
        case .offline:
            try Fixtures.shipped("CAStrongAuthentication/OfflineOTP.flow").ending("tries", at: 1).ending("codes", at: 1)
        }
    }

    /// Beside the newest version of its provider's SDK.
    ///
    /// - Parameter change: what is written otherwise than in the shipped flow.
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
    /// The flow with another last value of a counter, where it is declared and where guards ask for it.
    fileprivate func ending(_ counter: String, at last: Int) throws -> String {
        let places = try Regex("\\b(\(counter)(?:: int 0\\.\\.\\.| < | == ))\\d", as: (Substring, Substring).self)
        let changed = replacing(places) { "\($0.output.1)\(last)" }
        #expect(changed != self, "no counter is called \(counter)")
        return changed
    }
}
