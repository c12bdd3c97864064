import KeywayCore
import KeywayLog
package import KeywayOrchestrator
import KeywayTesting
package import ProviderFlows

/// A login whose only way is SmartAuth: the test delivers the SDK's words, and chooses the backend's one answer to all tokens.
package struct SmartLogin: PhoneLogin.Effects {
    private struct Smart: OTPlessSmartAuth.Effects {
        let answer: OTPlessSmartAuth.CheckTokenReply

        func begin(
            phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?,
            requestId: String?, way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?,
            codeLife: Duration?
        ) async throws {}
        func initialise() async throws {}
        func open(url: String) async throws {}
        func verify(code: String) async throws {}
        func stop() async throws {}
        func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply { .pending }
        func checkToken(
            token: String, phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?
        ) async throws -> OTPlessSmartAuth.CheckTokenReply { answer }
    }

    /// The ways that this login never begins have the effects of `OfflineLogin`, a login by the offline code alone: those of `oneTap`,
    /// `silent` and `truecaller` throw.
    package let oneTap: any TruecallerOneTap.Effects = OfflineLogin().oneTap
    package let silent: any OTPlessSNA.Effects = OfflineLogin().silent
    package let smart: any OTPlessSmartAuth.Effects
    package let truecaller: any TruecallerOTP.Effects = OfflineLogin().truecaller
    package let offline: any OfflineOTP.Effects = OfflineLogin().offline

    package init(answering answer: OTPlessSmartAuth.CheckTokenReply = .confirmed) {
        smart = Smart(answer: answer)
    }

    /// Never ordered: the backend makes a request for the silent way alone, which this login does not begin.
    package func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
        .notCreated
    }

    /// The command that starts the login, which begins no further way once five minutes are over.
    package static let start = PhoneLogin.Command.start(
        phone: "4912345678", countryCode: "DE", methods: [.smart], account: nil, nonce: nil, budget: .seconds(300))

    /// Serves the login over a log in memory, on a clock that stands still; each run is on a device of its own, so that
    /// runs share no provider SDK.
    package static func orchestrator(
        answering answer: OTPlessSmartAuth.CheckTokenReply = .confirmed
    ) async throws -> Orchestrator {
        try await Orchestrator(
            MemoryLog(), serving: [Orchestrator.Service { _, _ in SmartLogin(answering: answer) }], time: TestClock()
        ) { _, _ in Device() }
    }
}
