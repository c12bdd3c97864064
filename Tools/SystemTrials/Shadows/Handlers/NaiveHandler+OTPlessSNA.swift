extension NaiveHandler {
    /// The handler of OTPlessSNA, which is silent authentication.
    static let otplessSNA = """
        /// A handler as one writes it from the provider's page: it waits ten seconds, takes the first bad word for the end, and asks its
        /// backend once, when the SDK has a token.
        flow OTPlessSNA version 1

        type RequestID = text(1...64) personal

        context { requestId: RequestID? }

        command start(requestId: RequestID)
        command cancel
        callback ready, initFailed, initiated, initiateFailed, oneTap, terminated
        effect begin(requestId: RequestID) calls OTPless.begin
        effect checkStatus(requestId: RequestID) replies confirmed, pending, denied otherwise pending within 10s

        source otpless = "OtplessResponse" by responseType singleton {
          SDK_READY => ready
          FAILED => initFailed
          INITIATE when statusCode == 200 => initiated
          INITIATE => initiateFailed
          ONETAP => oneTap
          VERIFY, AUTH_TERMINATED => terminated
        }

        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed

        on cancel -> cancelled
        on ready, initFailed, initiated, initiateFailed, oneTap, terminated stay
        within 20m -> failed
        ignore unrecognised
        reject other
        late other

        state idle waits for user {
          on start -> running { keep requestId; do begin(requestId) }
        }

        state running {
          on initFailed, initiateFailed, terminated -> failed
          on oneTap -> checking { do checkStatus(requestId) }
          after 10s -> failed
        }

        state checking {
          on confirmed -> authenticated
          on pending, denied -> failed
        }
        """
}
