#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import WultraPowerAuthNetworking

    extension PowerAuthRequest.Reason {
        /// What an error of Networking means, in version 1 or 2; nil for a reason of another library.
        init?(_ error: WPNError) {
            switch error.reason.rawValue {
            case "missingActivation": self = .missingActivation
            case "unknown", "network_unknown": self = .unknown
            case "network_generic": self = error.restApiError == nil ? .generic : .apiError
            case "network_errorStatusCode": self = .errorStatusCode
            case "network_invalidResponseObject": self = .invalidResponse
            case "network_invalidRequestObject": self = .invalidRequest
            case "network_signError": self = .signError
            case "network_tokenError": self = .tokenError
            case "network_e2eeError": self = .e2eeError
            case "network_timeOut": self = .timeOut
            case "network_noInternetConnection": self = .noInternet
            case "network_badServerResponse": self = .badServerResponse
            // 1.3 spells it with three r (FACTS 16).
            case "network_sslError", "network_sslErrror": self = .sslError
            case "canceled": self = .canceled
            default: return nil
            }
        }
    }

    extension PowerAuthRequest.Refusal {
        /// The group of the server's code (FACTS 23).
        init(_ error: WPNRestApiError) {
            switch (error.code, error.message) {
            case ("ERR_AUTHENTICATION", "POWER_AUTH_TOKEN_INVALID"): self = .token
            case ("POWERAUTH_AUTH_FAIL", _), ("ERR_AUTHENTICATION", _): self = .authentication
            case ("INVALID_ACTIVATION", _), ("ERR_ACTIVATION", _): self = .activation
            case ("OPERATION_EXPIRED", _): self = .operationExpired
            case ("OPERATION_ALREADY_FINISHED", _), ("OPERATION_ALREADY_FAILED", _), ("OPERATION_ALREADY_CANCELED", _):
                self = .operationOver
            case ("TOO_MANY_REQUESTS", _): self = .tooMany
            case ("ERR_RECOVERY", _): self = .recovery
            default: self = .other
            }
        }
    }

    extension WPNErrorReason {
        /// The SDK's own reason, in the spelling of the version that is linked.
        init(_ reason: PowerAuthRequest.Reason) {
            self =
                switch reason {
                case .missingActivation: .missingActivation
                case .unknown: .network_unknown
                case .generic, .apiError: .network_generic
                case .errorStatusCode: .network_errorStatusCode
                case .invalidResponse: .network_invalidResponseObject
                case .invalidRequest: .network_invalidRequestObject
                case .signError: .network_signError
                case .timeOut: .network_timeOut
                case .noInternet: .network_noInternetConnection
                case .badServerResponse: .network_badServerResponse
                case .sslError: .network_sslError
                // 1.3 has no name for these.
                case .tokenError: WPNErrorReason(rawValue: "network_tokenError")
                case .e2eeError: WPNErrorReason(rawValue: "network_e2eeError")
                case .canceled, .abandoned: WPNErrorReason(rawValue: "canceled")
                }
        }
    }

    extension PowerAuthRequest.SendReply {
        /// What the end of a request tells the flow; without an error the server has answered OK (FACTS 16).
        init(_ error: WPNError?) {
            guard let error else {
                self = .answered(answer: .ok, refusal: nil)
                return
            }
            self =
                switch PowerAuthRequest.Reason(error) {
                case .missingActivation?: .missing
                case .invalidRequest?: .bodyMissing
                case .signError?: .signFailed
                case .tokenError?: .tokenFailed
                case .unknown?: .tokenNone
                case .apiError?: .answered(answer: .apiError, refusal: error.restApiError.map { .init($0) })
                case .errorStatusCode?: .answered(answer: .badStatus, refusal: nil)
                case .invalidResponse?, .e2eeError?: .answered(answer: .undecodable, refusal: nil)
                case .timeOut?: .dropped(drop: .timeOut)
                case .noInternet?: .dropped(drop: .noInternet)
                case .badServerResponse?: .dropped(drop: .badResponse)
                case .sslError?: .dropped(drop: .ssl)
                case .generic?, .canceled?, .abandoned?, nil: .dropped(drop: .other)
                }
        }
    }
#endif
