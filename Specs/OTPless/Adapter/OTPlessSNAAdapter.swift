#if canImport(OtplessBM)
    import Keyway

    /// Performs the effects of OTPlessSNA: calls the SDK over the connection, and asks the backend by a closure of the app.
    ///
    /// It is isolated to the main actor, so that the calls reach the SDK in the order in which a run orders them.
    @MainActor
    struct OTPlessSNAAdapter: OTPlessSNA.Effects {
        let connection: OTPlessConnection
        /// Asks the app's backend for the status of the request that it made.
        let status: @Sendable (_ requestId: String) async throws -> OTPlessSNA.CheckStatusReply

        func begin(requestId: String) async throws {
            connection.start(.request(requestId))
        }

        func stop() async throws {
            connection.stop()
        }

        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
            try await status(requestId)
        }
    }
#endif
