extension NaiveHandler {
    /// The handler of OTPlessSmartAuth.
    static let otplessSmartAuth = """
        /// A handler as one writes it from the provider's page: it waits half a minute for each word of the SDK and two for the person, takes
        /// any failure for the end, and asks its backend once, about the token.
        flow OTPlessSmartAuth version 1

        type Phone   = text(4...15) personal
        type Country = text(1...4)
        type Code    = text(4...8) transient
        type Token   = text(1...4096) secret

        context { phone: Phone?, countryCode: Country? }

        command start(phone: Phone, countryCode: Country)
        command submitCode(code: Code)
        command cancel
        callback ready, initFailed, silent, code, link, initiateFailed, refused, terminated, delivered, oneTap(token: Token)
        effect begin(phone: Phone, countryCode: Country) calls OTPless.begin
        effect verify(code: Code) calls OTPless.verify
        effect checkToken(token: Token, phone: Phone?, countryCode: Country?)
               replies confirmed, denied, unreachable otherwise unreachable within 30s

        source otpless = "OtplessResponse" by responseType singleton {
          SDK_READY => ready
          FAILED    => initFailed
          INITIATE when statusCode == 200 and response.authType == "SILENT_AUTH"     => silent
          INITIATE when statusCode == 200 and response.authType in { OTP, OTP_LINK } => code
          INITIATE when statusCode == 200 => link
          INITIATE        => initiateFailed
          VERIFY          => refused
          AUTH_TERMINATED => terminated
          FALLBACK_TRIGGERED, DELIVERY_STATUS, MFA_FACTOR_COMPLETED => delivered
          ONETAP when response.token present => oneTap(token: response.token)
        }

        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed

        on cancel -> cancelled
        on ready, initFailed, silent, code, link, initiateFailed, refused, terminated, delivered, oneTap stay
        within 20m -> failed
        ignore unrecognised
        reject other
        late other

        state idle waits for user {
          on start -> running { keep phone, countryCode; do begin(phone, countryCode) }
        }

        group begun {
          on initFailed, initiateFailed, refused, terminated -> failed
          on silent -> running
          on code -> awaiting
          on link -> clicking
          on oneTap -> checking { do checkToken(token, phone, countryCode) }

          state running {
            after 30s -> failed
          }

          state awaiting waits for user {
            on submitCode -> verifying { do verify(code) }
            after 2m -> failed
          }

          state verifying {
            after 30s -> failed
          }

          state clicking waits for user {
            after 2m -> failed
          }
        }

        state checking {
          on confirmed -> authenticated
          on denied, unreachable -> failed
        }
        """
}
