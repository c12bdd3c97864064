// For the target of an app that links PowerAuth2 and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2)
    import Keyway
    import PowerAuth2

    /// Performs the effects of PowerAuthTokenRemoval with the SDK's one activation on the phone.
    @MainActor
    final class PowerAuthTokenRemovalAdapter: PowerAuthTokenRemoval.Effects {
        private let sdk: PowerAuthSDK

        init(_ sdk: PowerAuthSDK) { self.sdk = sdk }

        func fetchStatus() async throws -> PowerAuthTokenRemoval.FetchStatusReply {
            try await sdk.status(upgradeFailed: .upgradeFailed, unknown: .statusUnknown) {
                .status(server: .init($0.state))
            }
        }

        func removeToken(name: String) async throws -> PowerAuthTokenRemoval.RemoveTokenReply {
            try await firstAnswer { answer in
                _ = sdk.tokenStore.removeAccessToken(withName: name) { @Sendable removed, error in
                    switch error {
                    case let error?: answer(PowerAuthTokenRemoval.RemoveTokenReply(error))
                    case nil: answer(removed ? .tokenRemoved : .removalLost)
                    }
                }
            }
        }

        func dropToken(name: String) async throws {
            sdk.tokenStore.removeLocalToken(withName: name)
        }
    }

    extension PowerAuthTokenRemoval.RemoveTokenReply {
        /// A failure after which nobody knows what the server did is `removalLost`, and the token stays on the phone (FACTS 33).
        fileprivate init(_ error: any Error) {
            switch error.powerAuthErrorCode {
            case .invalidToken: self = .tokenAbsent
            case _ where error.isBeforeTheSignature: self = .notSigned
            case _ where error.isServerRefusal: self = .removalRefused(refusal: PowerAuthTokenRemoval.Refusal(error))
            case _: self = .removalLost
            }
        }
    }
#endif
