public import CallNotes

/// Makes codes without a network, by the names that Swift gives the page's selectors.
///
/// Source: Broadcom TechDocs, "Offline Mode Flow for iOS", 2.2.1. The SDK's reference is not public: the module's name, the
/// properties of a response and the types of the constants are inferred.
public final class AuthenticationHandler {
    public init() {}

    public func getEnabledAuthenticationTypes() -> [AuthenticationType] { Self.enabled }

    // Nothing is known of nullability, so Swift would read a header without it.
    public func generateOTP(_ account: AccountDetails, userPin: String) -> OTPResponse! {
        Self.calls.add("pin \(account.identity) \(userPin)")
        return Self.answerToPIN
    }

    public func generateOTP(
        _ account: AccountDetails, userPin: String, propertyDict: [String: String]
    ) -> OTPResponse! {
        Self.calls.add("pin \(account.identity) \(userPin) over \(propertyDict[OTP_SIGNING_KEY] ?? "nothing")")
        return Self.answerToPIN
    }

    public func generateOTP(
        _ account: AccountDetails, successHandler: @escaping (OTPResponse) -> Void,
        failureHandler: @escaping (OTPResponse) -> Void, fallbackHandler: @escaping () -> Void,
        cancelHandler: @escaping () -> Void
    ) {
        Self.calls.add("prompt \(account.identity)")
        Self.prompts.append(
            Prompt(success: successHandler, failure: failureHandler, fallback: fallbackHandler, cancel: cancelHandler))
    }

    public func generateOTP(
        _ account: AccountDetails, propertyDict: [String: String],
        successHandler: @escaping (OTPResponse) -> Void, failureHandler: @escaping (OTPResponse) -> Void,
        fallbackHandler: @escaping () -> Void, cancelHandler: @escaping () -> Void
    ) {
        Self.calls.add("prompt \(account.identity) over \(propertyDict[OTP_SIGNING_KEY] ?? "nothing")")
        Self.prompts.append(
            Prompt(success: successHandler, failure: failureHandler, fallback: fallbackHandler, cancel: cancelHandler))
    }

    /// Source: Broadcom TechDocs, "Deleting Account Flow for iOS", 2.2.1.
    public func deleteAccount(_ account: AccountDetails) -> AccountDeletionResponse! {
        Self.calls.add("delete \(account.identity)")
        if Self.deletes { Self.accounts.removeAll { $0.identity == account.identity } }
        return Self.answerToDeletion
    }

    // MARK: - What a test sees and says

    /// The four blocks of one call.
    public struct Prompt {
        public let success: (OTPResponse) -> Void
        public let failure: (OTPResponse) -> Void
        public let fallback: () -> Void
        public let cancel: () -> Void
    }

    public static let calls = CallNotes()
    nonisolated(unsafe) public static var prompts: [Prompt] = []
    nonisolated(unsafe) public static var enabled: [AuthenticationType] = [USER_PIN_AUTH, BIOMETRIC_AUTH]
    nonisolated(unsafe) public static var answerToPIN: OTPResponse? = OTPResponse(status: nil, otp: nil)
    /// What an app lists; how the SDK is asked for it on iOS could not be read.
    nonisolated(unsafe) public static var accounts: [AccountDetails] = []
    /// Whether a call to delete does it, whatever it answers.
    nonisolated(unsafe) public static var deletes = true
    nonisolated(unsafe) public static var answerToDeletion: AccountDeletionResponse?
}
