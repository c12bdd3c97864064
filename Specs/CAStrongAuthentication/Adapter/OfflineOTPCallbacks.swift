#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication
    import Keyway

    /// The four blocks of one prompt.
    ///
    /// They are of no actor, so that the SDK may call them on any thread.
    struct PromptBlocks: Sendable {
        let route: CallbackRoute

        @Sendable func success(_ response: OTPResponse?) { tell("success", response) }
        @Sendable func failure(_ response: OTPResponse?) { tell("failure", response) }
        @Sendable func fallback() { tell("fallback") }
        @Sendable func cancel() { tell("cancel") }

        private func tell(_ handler: String, _ response: OTPResponse? = nil) {
            var members: [String: RawValue] = ["handler": .text(handler)]
            members["status"] = response?.status.flatMap(Self.word(for:)).map { .text($0) }
            members["otp"] = response?.otp.map { .text($0) }
            route.deliver(.object(members))
        }

        /// The flow's word for a status: what the SDK's constant spells nobody says, so the flow's decoder has a name for it.
        ///
        /// Nil for a status that is not the constant and would pass for it.
        fileprivate static func word(for status: String) -> String? {
            if status == SUCCESS { return "SUCCESS" }
            return status == "SUCCESS" ? nil : status
        }
    }

    extension OfflineOTP.GenerateWithPINReply {
        /// `generated` only for the status SUCCESS and with a code, as the flow's decoder has it for a block.
        init(_ response: OTPResponse?) {
            switch (response?.status, response?.otp) {
            case (SUCCESS?, let otp?) where !otp.isEmpty: self = .generated(otp: otp)
            case (let status, _): self = .refused(status: status.flatMap(PromptBlocks.word(for:)))
            }
        }
    }
#endif
