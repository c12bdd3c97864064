// For the target of an app that links the SDKs of all ways and Keyway; `Specs/README.md` says how.
#if canImport(CAStrongAuthentication) && canImport(OtplessBM) && canImport(TrueSDK)
    import KeywayCore

    /// Performs the effects of PhoneLogin: the question to the backend as the app asks it, each way's with that way's adapter.
    ///
    /// Both ways over OTPless take one connection, which knows the attempt that the next one cancels; both over Truecaller take
    /// one as well, because its SDK has one delegate. Where no one tap is set up, its adapter finds no Truecaller on the phone.
    struct PhoneLoginAdapter: PhoneLogin.Effects {
        let oneTap: any TruecallerOneTap.Effects
        let silent: any OTPlessSNA.Effects
        let smart: any OTPlessSmartAuth.Effects
        let truecaller: any TruecallerOTP.Effects
        let offline: any OfflineOTP.Effects
        /// Asks the app's backend to make a request of which the silent way is to be told.
        let request: @Sendable (_ phone: String, _ countryCode: String) async throws -> PhoneLogin.CreateRequestReply

        func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
            try await request(phone, countryCode)
        }
    }
#endif
