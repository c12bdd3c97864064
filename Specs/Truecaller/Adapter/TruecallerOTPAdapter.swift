#if canImport(TrueSDK)
    import Keyway

    /// Performs the effects of TruecallerOTP: the SDK's over the connection, the question to the backend as the app asks it.
    ///
    /// It stands on the main actor, so that what a run orders reaches the SDK in that order.
    @MainActor
    struct TruecallerOTPAdapter: TruecallerOTP.Effects {
        let connection: TruecallerConnection
        /// Asks the app's backend whose token it is, or whose profile: one that comes late from Truecaller's app is told here, as the
        /// JSON that `TruecallerOneTapAdapter` asks about (FACTS 30).
        let token:
            @Sendable (_ token: String, _ phone: String, _ countryCode: String) async throws
                -> TruecallerOTP.CheckTokenReply

        func request(phone: String, countryCode: String) async throws {
            connection.request(phone: phone, countryCode: countryCode)
        }

        func verify(code: String, firstName: String, lastName: String) async throws {
            connection.verify(code: code, firstName: firstName, lastName: lastName)
        }

        func checkToken(
            token: String, phone: String, countryCode: String
        ) async throws -> TruecallerOTP.CheckTokenReply {
            try await self.token(token, phone, countryCode)
        }
    }
#endif
