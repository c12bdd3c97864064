extension NaiveHandler {
    /// The handler of TruecallerOTP.
    static let truecallerOTP = """
        /// A handler as one writes it from the provider's page: it waits half a minute for the code to be sent, and as long for the answer
        /// to it, and takes any error for the end.
        flow TruecallerOTP version 1

        type Phone   = text(10...10) personal
        type Country = text(2...2)
        type Code    = text(4...8) transient
        type Name    = text(0...128) personal
        type Token   = text(1...4096) secret

        context { phone: Phone? }

        command start(phone: Phone, countryCode: Country)
        command submitCode(code: Code, firstName: Name, lastName: Name)
        command cancel
        callback sent, complete(token: Token), before(token: Token), failed, profile
        effect request(phone: Phone, countryCode: Country) calls Truecaller.request
        effect verify(code: Code, firstName: Name, lastName: Name) calls Truecaller.verify
        effect checkToken(token: Token) replies confirmed, denied otherwise denied within 30s

        source truecaller = "TCTrueSDKDelegate" by delegate singleton {
          verificationStatusChanged when verificationState == 0 => sent
          verificationStatusChanged when verificationState == 2 => complete(token: accessToken)
          verificationStatusChanged when verificationState == 3 => before(token: accessToken)
          didFailToReceiveTrueProfileWithError => failed
          didReceiveTrueProfile => profile
        }

        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed

        on cancel -> cancelled
        on failed -> failed
        on sent, complete, before, profile stay
        within 20m -> failed
        ignore unrecognised
        reject other
        late other

        state idle waits for user {
          on start -> requesting { keep phone; do request(phone, countryCode) }
        }

        state requesting {
          on sent -> awaiting
          on before -> checking { do checkToken(token) }
          after 30s -> failed
        }

        state awaiting waits for user {
          on submitCode -> verifying { do verify(code, firstName, lastName) }
        }

        state verifying {
          on complete -> checking { do checkToken(token) }
          after 30s -> failed
        }

        state checking {
          on confirmed -> authenticated
          on denied -> failed
        }
        """
}
