#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication
    import Keyway

    /// The four blocks of one biometric prompt, which tell the run that ordered it.
    ///
    /// They are isolated to no actor, so that the SDK may call them on any thread.
    struct PromptBlocks: Sendable {
        let route: CallbackRoute

        @Sendable func success(_ response: OTPResponse?) { tell("success", response) }
        @Sendable func failure(_ response: OTPResponse?) { tell("failure", response) }
        @Sendable func fallback() { tell("fallback") }
        @Sendable func cancel() { tell("cancel") }

        private func tell(_ handler: String, _ response: OTPResponse? = nil) {
            var members: [String: RawValue] = ["handler": .text(handler)]
            members["status"] = statusWord(of: response?.status).map { .text($0) }
            members["otp"] = response?.otp.map { .text($0) }
            route.deliver(.object(members))
        }
    }

    extension OfflineOTP.GenerateWithPINReply {
        /// `generated` only for the status SUCCESS and with a code, as the flow's decoder has it for a block.
        ///
        /// Only another status is a refusal: nil, no status, or a success without a code says nothing of the PIN (FACTS 18).
        init(_ response: OTPResponse?) {
            switch (statusWord(of: response?.status), response?.otp) {
            case ("SUCCESS"?, let otp?) where !otp.isEmpty: self = .generated(otp: otp)
            case ("SUCCESS"?, _), (nil, _): self = .noAnswer
            case (let status?, _): self = .refused(status: status)
            }
        }
    }
#endif
