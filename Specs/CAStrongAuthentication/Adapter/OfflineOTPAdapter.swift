// For the target of an app that links the SDK and Keyway; `Specs/README.md` says how.
// Neither the SDK's module nor its reference is public: where the SDK's header has other names than are used below, change the names below.
// `CAStrongAuthentication` is what the app's module map calls the header.
#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication
    import Keyway

    /// Performs the effects of OfflineOTP with the SDK on the phone.
    ///
    /// The SDK is called on the main thread, because it shows a prompt; on which thread it calls a block is documented nowhere (FACTS 8).
    @MainActor
    final class OfflineOTPAdapter: OfflineOTP.Effects {
        /// Thrown where an account is gone that was there when the run began.
        struct NoSuchAccount: Error {}
        /// Thrown for a prompt that no live run has ordered: its blocks would not know which run to tell.
        struct NoRun: Error {}

        private let handler = AuthenticationHandler()
        private let account: @MainActor (_ identity: String) -> AccountDetails?
        private let screen: @MainActor (_ otp: String) -> Void

        /// - Parameters:
        ///   - account: finds an account of the phone by the name that the app gave it.
        ///   - screen: shows a code; the app takes the code off the screen when the run has left the state in which it ordered that.
        init(
            account: @escaping @MainActor (_ identity: String) -> AccountDetails?,
            screen: @escaping @MainActor (_ otp: String) -> Void
        ) {
            self.account = account
            self.screen = screen
        }

        func readTypes(account: String) async throws -> OfflineOTP.ReadTypesReply {
            guard self.account(account) != nil else { return .noAccount }
            return .typesRead(biometry: handler.getEnabledAuthenticationTypes().contains(BIOMETRIC_AUTH))
        }

        /// Shows a biometric prompt; what its four blocks say, however late, belongs to the attempt of this call (FACTS 4).
        func generate(account: String, data: String?) async throws {
            guard let route = CallbackRoute.current else { throw NoRun() }
            guard let details = self.account(account) else { throw NoSuchAccount() }
            let blocks = PromptBlocks(route: route)
            if let data {
                handler.generateOTP(
                    details, propertyDict: [OTP_SIGNING_KEY: data], successHandler: blocks.success,
                    failureHandler: blocks.failure, fallbackHandler: blocks.fallback, cancelHandler: blocks.cancel)
            } else {
                handler.generateOTP(
                    details, successHandler: blocks.success, failureHandler: blocks.failure,
                    fallbackHandler: blocks.fallback, cancelHandler: blocks.cancel)
            }
        }

        /// The call answers before it returns, and its status is compared as a block's (FACTS 5); no answer is no refusal (FACTS 18).
        func generateWithPIN(
            account: String, pin: String, data: String?
        ) async throws -> OfflineOTP.GenerateWithPINReply {
            guard let details = self.account(account) else { return .noAccount }
            let response: OTPResponse? =
                if let data {
                    handler.generateOTP(details, userPin: pin, propertyDict: [OTP_SIGNING_KEY: data])
                } else {
                    handler.generateOTP(details, userPin: pin)
                }
            return OfflineOTP.GenerateWithPINReply(response)
        }

        func show(otp: String) async throws {
            screen(otp)
        }
    }
#endif
