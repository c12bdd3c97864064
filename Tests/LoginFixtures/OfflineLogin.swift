import KeywayCore
package import KeywayLog
package import KeywayOrchestrator
import KeywayTesting
package import ProviderFlows

/// A login whose only way is the code that the phone makes; the SDKs of the other ways are never called.
package struct OfflineLogin: PhoneLogin.Effects {
    private struct Unused: Error {}

    private struct OneTap: TruecallerOneTap.Effects {
        func readSupport() async throws -> TruecallerOneTap.ReadSupportReply { throw Unused() }
        func request(nonce: String) async throws { throw Unused() }
        func open(url: String) async throws { throw Unused() }
        func checkProfile(profile: String, nonce: String) async throws -> TruecallerOneTap.CheckProfileReply {
            throw Unused()
        }
    }

    private struct Silent: OTPlessSNA.Effects {
        func begin(requestId: String) async throws { throw Unused() }
        func stop() async throws { throw Unused() }
        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { throw Unused() }
    }

    private struct Smart: OTPlessSmartAuth.Effects {
        func begin(
            phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?,
            requestId: String?, way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?,
            codeLife: Duration?
        ) async throws { throw Unused() }
        func initialise() async throws { throw Unused() }
        func open(url: String) async throws { throw Unused() }
        func verify(code: String) async throws { throw Unused() }
        func stop() async throws { throw Unused() }
        func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply { throw Unused() }
        func checkToken(
            token: String, phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?
        ) async throws -> OTPlessSmartAuth.CheckTokenReply { throw Unused() }
    }

    private struct Truecaller: TruecallerOTP.Effects {
        func request(phone: String, countryCode: String) async throws { throw Unused() }
        func verify(code: String, firstName: String, lastName: String) async throws { throw Unused() }
        func checkToken(
            token: String, phone: String, countryCode: String
        ) async throws -> TruecallerOTP.CheckTokenReply { throw Unused() }
    }

    private struct Offline: OfflineOTP.Effects {
        func readTypes(account: String) async throws -> OfflineOTP.ReadTypesReply { .typesRead(biometry: false) }
        func generate(account: String, data: String?) async throws { throw Unused() }
        func generateWithPIN(
            account: String, pin: String, data: String?
        ) async throws -> OfflineOTP.GenerateWithPINReply { .generated(otp: "123456") }
        func show(otp: String) async throws {}
    }

    package let oneTap: any TruecallerOneTap.Effects = OneTap()
    package let silent: any OTPlessSNA.Effects = Silent()
    package let smart: any OTPlessSmartAuth.Effects = Smart()
    package let truecaller: any TruecallerOTP.Effects = Truecaller()
    package let offline: any OfflineOTP.Effects = Offline()

    package init() {}

    /// The backend makes no request: a login that may use the silent way too goes on with its next way.
    package func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
        .notCreated
    }

    /// The command that starts the login, which begins no further way once five minutes are over.
    package static let start = PhoneLogin.Command.start(
        phone: "4912345678", countryCode: "DE", methods: [.offline], account: "asha", nonce: nil, budget: .seconds(300))

    /// Serves the login over the log, on a clock that stands still; each run is on a device of its own, so that runs share no provider SDK.
    package static func orchestrator(_ log: any EventLog = MemoryLog()) async throws -> Orchestrator {
        try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in OfflineLogin() }], time: TestClock()) {
            _, _ in Device()
        }
    }
}
