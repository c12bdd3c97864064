#if canImport(OtplessBM)
    import Keyway
    import OtplessBM

    /// Performs the effects of OTPlessSmartAuth: calls the SDK over the connection, and asks the backend by closures of the app.
    ///
    /// It is isolated to the main actor, so that the calls reach the SDK in the order in which a run orders them.
    @MainActor
    struct OTPlessSmartAuthAdapter: OTPlessSmartAuth.Effects {
        /// Thrown for an order `begin` with no number, address, account or request.
        struct NothingToStart: Error {}
        /// Thrown for a country whose calling code is not among `callingCodes`.
        struct UnknownCountry: Error {
            let code: String
        }

        let connection: OTPlessConnection
        /// The calling code of each country, by the app's name for the country. The SDK wants a calling code, and with a wrong one it would
        /// send the person's code to another number.
        var callingCodes = ["IN": "+91"]
        /// Asks the app's backend whose token it is: the person's with this number or address, or one of an account of this kind.
        let token:
            @Sendable (
                _ token: String, _ phone: String?, _ countryCode: String?, _ email: String?,
                _ account: OTPlessSmartAuth.Account?
            ) async throws -> OTPlessSmartAuth.CheckTokenReply
        /// Asks the app's backend for the status of the request that it made.
        let status: @Sendable (_ requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply

        func begin(
            phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?,
            requestId: String?, way: OTPlessSmartAuth.Way?, by channel: OTPlessSmartAuth.Channel?, digits: Int?,
            codeLife: Duration?
        ) async throws {
            let isChosen = way != nil || channel != nil || digits != nil || codeLife != nil
            // What the backend asked for stands in its request, and no option of the call changes it (FACTS 35).
            if let requestId { return isChosen ? connection.refuse("choice") : connection.start(.request(requestId)) }
            let subject: OTPlessConnection.Subject
            if let phone {
                subject = try .phone(phone, callingCode: callingCode(of: countryCode))
            } else if let email {
                subject = .email(email)
            } else if let account {
                // The request of an account has a channel of its own, which a way would replace (FACTS 33).
                if isChosen { return connection.refuse("choice") }
                subject = .account(OtplessChannelType(account).rawValue)
            } else {
                throw NothingToStart()
            }
            var choice = OTPlessConnection.Choice()
            switch way {
            case nil: break
            case .code?: choice.channel = "OTP"
            case .link?: choice.channel = "MAGICLINK"
            case .codeOrLink?: choice.channel = "OTP_LINK"
            // The vendor's dashboard alone decides whether silent authentication is tried; OTPlessSNA is the flow that uses nothing else.
            case .silent?: return connection.refuse("way")
            }
            switch (channel, email) {
            case (nil, _), (.email?, .some): break
            case (.sms?, _): choice.delivery = "SMS"
            case (.whatsapp?, _): choice.delivery = "WHATSAPP"
            case (.viber?, _): choice.delivery = "VIBER"
            case (.voice?, _), (.email?, nil), (.other?, _): return connection.refuse("channel")
            }
            switch digits {
            case nil: break
            case .some(let digits) where digits == 4 || digits == 6: choice.length = String(digits)
            case .some: return connection.refuse("digits")
            }
            choice.expiry = codeLife.map { String($0.components.seconds) }
            connection.start(subject, asking: choice)
        }

        /// The country's calling code. Where the app has one country alone, a number without a country is of that one.
        private func callingCode(of country: String?) throws -> String {
            if let country, let code = callingCodes[country] { return code }
            if country == nil, callingCodes.count == 1, let code = callingCodes.values.first { return code }
            connection.refuse("country")
            throw UnknownCountry(code: country ?? "")
        }

        func initialise() async throws {
            try connection.initialise()
        }

        func open(url: String) async throws {
            try connection.open(url)
        }

        func verify(code: String) async throws {
            try connection.verify(code)
        }

        func stop() async throws {
            connection.stop()
        }

        func checkToken(
            token: String, phone: String?, countryCode: String?, email: String?, account: OTPlessSmartAuth.Account?
        ) async throws -> OTPlessSmartAuth.CheckTokenReply {
            try await self.token(token, phone, countryCode, email, account)
        }

        func checkStatus(requestId: String) async throws -> OTPlessSmartAuth.CheckStatusReply {
            try await status(requestId)
        }
    }

    extension OtplessChannelType {
        fileprivate init(_ account: OTPlessSmartAuth.Account) {
            self =
                switch account {
                case .whatsapp: .WHATSAPP
                case .googleSDK: .GOOGLE_SDK
                case .facebookSDK: .FACEBOOK_SDK
                case .appleSDK: .APPLE_SDK
                case .appleEmail: .APPLE
                case .gmail: .GMAIL
                case .twitter: .TWITTER
                case .discord: .DISCORD
                case .slack: .SLACK
                case .facebook: .FACEBOOK
                case .linkedIn: .LINKEDIN
                case .microsoft: .MICROSOFT
                case .line: .LINE
                case .linear: .LINEAR
                case .notion: .NOTION
                case .twitch: .TWITCH
                case .gitHub: .GITHUB
                case .bitbucket: .BITBUCKET
                case .atlassian: .ATLASSIAN
                case .gitLab: .GITLAB
                case .truecaller: .TRUE_CALLER
                }
        }
    }
#endif
