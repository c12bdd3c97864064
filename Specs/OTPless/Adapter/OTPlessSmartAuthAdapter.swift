#if canImport(OtplessBM)
    import Keyway
    import OtplessBM

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
            @Sendable (_ token: String, _ phone: String?, _ countryCode: String?, _ email: String?) async throws
                -> OTPlessSmartAuth.CheckTokenReply
        /// Asks the app's backend for the status of its request.
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
                // Its request has a channel of its own, which a way would replace (FACTS 33).
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
            // The dashboard alone decides whether it is tried; OTPlessSNA is a login by it alone.
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

        /// Where the app has one country alone, a number without one is of that country.
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
            token: String, phone: String?, countryCode: String?, email: String?
        ) async throws -> OTPlessSmartAuth.CheckTokenReply {
            try await self.token(token, phone, countryCode, email)
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
