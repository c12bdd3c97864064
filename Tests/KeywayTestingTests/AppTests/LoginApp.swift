import KeywayCore
import KeywayTesting
import ProviderFlows

/// Handlers of a login that tries the silent way alone.
struct LoginApp: PhoneLogin.Effects {
    struct Unreachable: Error {}

    let silent: any OTPlessSNA.Effects
    /// Nil where our backend cannot be reached.
    var requestId: String? = "ARID_1"
    var oneTap: any TruecallerOneTap.Effects { preconditionFailure("no test comes here") }
    var smart: any OTPlessSmartAuth.Effects { preconditionFailure("no test comes here") }
    var truecaller: any TruecallerOTP.Effects { preconditionFailure("no test comes here") }
    var offline: any OfflineOTP.Effects { preconditionFailure("no test comes here") }

    func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
        guard let requestId else { throw Unreachable() }
        return .created(requestId: requestId)
    }
}

extension PhoneLogin.Command {
    /// A start that allows the silent way, and no other.
    static let bySilenceAlone = PhoneLogin.Command.start(
        phone: "9876543210", countryCode: "IN", methods: [.silent], account: nil, nonce: nil, budget: .seconds(60))
}
