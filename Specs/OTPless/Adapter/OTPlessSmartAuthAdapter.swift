#if canImport(OtplessBM)
    import Keyway

    /// Performs the effects of OTPlessSmartAuth: the SDK's over the connection, the backend's as the app asks it.
    ///
    /// It stands on the main actor, so that what a run orders reaches the SDK in that order.
    @MainActor
    struct OTPlessSmartAuthAdapter: OTPlessSmartAuth.Effects {
        struct NothingToStart: Error {}
        /// Its calling code is not among those that the app gave.
        struct UnknownCountry: Error {
            let code: String
        }

        let connection: OTPlessConnection
        /// By the names that the app has for countries: the SDK wants a calling code, and would send a code to any other number.
        var callingCodes = ["IN": "+91"]
        /// Asks the app's backend whose token it is.
        let token:
            @Sendable (_ token: String, _ phone: String, _ countryCode: String) async throws
                -> OTPlessSmartAuth.CheckTokenReply
        /// Asks the app's backend for the status of its request.
        let status: @Sendable (_ requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply

        func begin(phone: String?, countryCode: String?, requestId: String?) async throws {
            if let requestId {
                connection.start(.request(requestId))
            } else if let phone, let countryCode {
                guard let callingCode = callingCodes[countryCode] else { throw UnknownCountry(code: countryCode) }
                connection.start(.phone(phone, callingCode: callingCode))
            } else {
                throw NothingToStart()
            }
        }

        func verify(code: String) async throws {
            try connection.verify(code)
        }

        func stop() async throws {
            connection.stop()
        }

        func checkToken(
            token: String, phone: String, countryCode: String
        ) async throws -> OTPlessSmartAuth.CheckTokenReply {
            try await self.token(token, phone, countryCode)
        }

        func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply {
            try await status(requestId)
        }
    }
#endif
