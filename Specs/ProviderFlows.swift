public import Keyway

/// The flows that ship with Keyway; the build makes each from its spec in this folder.
public enum ProviderFlows {
    /// Each once, in the order of the names; sub-flows stand here for themselves too.
    public static let all: [any Flow.Type] = [
        OfflineOTP.self, OTPlessSNA.self, OTPlessSmartAuth.self, PhoneLogin.self, PowerAuthActivation.self,
        PowerAuthRequest.self, TruecallerOTP.self,
    ]
}
