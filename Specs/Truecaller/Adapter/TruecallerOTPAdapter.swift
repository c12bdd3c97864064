#if canImport(TrueSDK)
    import Keyway

    /// Performs the effects of TruecallerOTP: calls the SDK over the connection, and asks the backend by a closure of the app.
    ///
    /// It is isolated to the main actor, so that the calls reach the SDK in the order in which a run orders them.
    @MainActor
    struct TruecallerOTPAdapter: TruecallerOTP.Effects {
        let connection: TruecallerConnection
        /// Asks the app's backend whose token it is. A profile that comes late from Truecaller's app is asked about here too: in place of a
        /// token the backend then gets the JSON that `TruecallerOneTapAdapter` asks about (FACTS 30).
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
