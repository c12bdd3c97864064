// For the target of an app that links Keyway and the SDKs of all ways to sign in; `Specs/README.md` says how.
#if canImport(CAStrongAuthentication) && canImport(OtplessBM) && canImport(TrueSDK)
    import KeywayCore

    /// Performs the effects of PhoneLogin: asks the backend by a closure of the app, and leaves the effects of each way (a sub-flow) to
    /// the way's own adapter.
    ///
    /// Give the adapters of both ways over OTPless the same connection, as it cancels the attempt before when a new one begins; and those
    /// of both ways over Truecaller the same one, as Truecaller's SDK has one delegate. Where one tap is not set up, its adapter finds no
    /// Truecaller on the phone.
    struct PhoneLoginAdapter: PhoneLogin.Effects {
        let oneTap: any TruecallerOneTap.Effects
        let silent: any OTPlessSNA.Effects
        let smart: any OTPlessSmartAuth.Effects
        let truecaller: any TruecallerOTP.Effects
        let offline: any OfflineOTP.Effects
        /// Asks the app's backend to make a request, whose identity the silent way is then given.
        let request: @Sendable (_ phone: String, _ countryCode: String) async throws -> PhoneLogin.CreateRequestReply

        func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
            try await request(phone, countryCode)
        }
    }
#endif
