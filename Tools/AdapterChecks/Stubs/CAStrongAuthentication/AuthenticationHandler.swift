public import CallNotes

/// Stub of the SDK's class that makes codes on the phone without a network.
///
/// The vendor's page shows Objective-C; the methods have the names that Swift makes of its selectors.
/// Source: Broadcom TechDocs, "Offline Mode Flow for iOS", 2.2.1. The SDK's reference is not public: the module's name, the
/// properties of a response and the types of the constants are inferred.
public final class AuthenticationHandler {
    public init() {}

    public func getEnabledAuthenticationTypes() -> [AuthenticationType] { Self.enabled }

    // No page says whether the response can be nil. Swift imports a header without that as `!`, and so it stands here.
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

    // MARK: - For the test, and not in the SDK

    /// The four blocks that one biometric call was given; a test calls one of them to let the prompt end.
    public struct Prompt {
        public let success: (OTPResponse) -> Void
        public let failure: (OTPResponse) -> Void
        public let fallback: () -> Void
        public let cancel: () -> Void
    }

    /// What the adapter has called.
    public static let calls = CallNotes()
    /// One for each biometric call, the oldest first.
    nonisolated(unsafe) public static var prompts: [Prompt] = []
    nonisolated(unsafe) public static var enabled: [AuthenticationType] = [USER_PIN_AUTH, BIOMETRIC_AUTH]
    /// What a call with a PIN returns.
    nonisolated(unsafe) public static var answerToPIN: OTPResponse? = OTPResponse(status: nil, otp: nil)
    /// The accounts on the phone. A test's adapter reads them here: which call of the SDK lists them on iOS is not documented.
    nonisolated(unsafe) public static var accounts: [AccountDetails] = []
    /// Whether `deleteAccount` removes the account; what it returns is `answerToDeletion` either way.
    nonisolated(unsafe) public static var deletes = true
    nonisolated(unsafe) public static var answerToDeletion: AccountDeletionResponse?
}
