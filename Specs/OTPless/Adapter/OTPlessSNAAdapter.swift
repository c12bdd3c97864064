#if canImport(OtplessBM)
    import Keyway

    /// Performs the effects of OTPlessSNA: the SDK's over the connection, the question to the backend as the app asks it.
    ///
    /// It stands on the main actor, so that what a run orders reaches the SDK in that order.
    @MainActor
    struct OTPlessSNAAdapter: OTPlessSNA.Effects {
        let connection: OTPlessConnection
        /// Asks the app's backend for the status of its request.
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
