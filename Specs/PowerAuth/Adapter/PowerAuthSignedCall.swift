#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import WultraPowerAuthNetworking

    extension PowerAuthActivation.SignCallReply {
        /// What the end of a signed request tells of the counters; without an error the server has accepted the request.
        ///
        /// Where nobody knows whether the server has accepted it the reply is `lost`, which costs a place in the window of signatures that
        /// the server tries, and never the activation (FACTS 5, 7).
        init(_ error: WPNError?) {
            switch error?.reason {
            case nil: self = .accepted
            // Before the signature: no activation, no body, no signature (FACTS 13, 14).
            case .network_signError?, .missingActivation?, .network_invalidRequestObject?:
                self = .notSigned(hindrance: PowerAuthActivation.Hindrance(PowerAuthHindrance(error?.nestedError)))
            case _? where error?.isRefusal == true: self = .refused(refusal: error?.refusal ?? .authentication)
            // A synchronisation of time that failed before the signature reads like an answer that was lost after it.
            case _?: self = .lost(refusal: error?.refusal)
            }
        }
    }

    extension PowerAuthActivation.Refusal {
        /// The group of the server's code, as for a request (FACTS 23): a token's is `authentication` here, and a recovery's `other`.
        init(_ error: WPNRestApiError) {
            switch PowerAuthRequest.Refusal(error) {
            case .authentication, .token: self = .authentication
            case .activation: self = .activation
            case .operationExpired: self = .operationExpired
            case .operationOver: self = .operationOver
            case .tooMany: self = .tooMany
            case .recovery, .other: self = .other
            }
        }
    }

    extension WPNError {
        /// The group of the server's code; nil where the server sent none.
        fileprivate var refusal: PowerAuthActivation.Refusal? { restApiError.map(PowerAuthActivation.Refusal.init) }

        /// Whether the server did not accept the signature, and counted a failure (FACTS 23).
        fileprivate var isRefusal: Bool {
            httpStatusCode == 401 || restApiError?.errorCode == .authenticationFailure
        }
    }
#endif
