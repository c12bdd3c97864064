// For the target of an app that links PowerAuth2 and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2)
    import Keyway
    import PowerAuth2

    /// Performs the effects of PowerAuthBiometry with the SDK's one activation on the phone.
    @MainActor
    final class PowerAuthBiometryAdapter: PowerAuthBiometry.Effects {
        private let sdk: PowerAuthSDK

        init(_ sdk: PowerAuthSDK) { self.sdk = sdk }

        func fetchStatus() async throws -> PowerAuthBiometry.FetchStatusReply {
            try await sdk.status(upgradeFailed: .upgradeFailed, unknown: .statusUnknown) {
                .status(server: .init($0.state))
            }
        }

        func readFactor() async throws -> PowerAuthBiometry.ReadFactorReply {
            guard sdk.hasValidActivation() else { return .inactive }
            let system = PowerAuthBiometry.System(PowerAuthKeychain.biometricAuthenticationInfo.currentStatus)
            return sdk.hasBiometryFactor() ? .factorKept(system: system) : .factorGone(system: system)
        }

        /// A failure after which nobody knows what the server did is `addLost`. After each reply the flow asks the phone for the factor
        /// (FACTS 31).
        func addFactor(password: String) async throws -> PowerAuthBiometry.AddFactorReply {
            try await firstAnswer { answer in
                _ = sdk.addBiometryFactor(password: password) { @Sendable error in
                    answer(error.map(PowerAuthBiometry.AddFactorReply.init) ?? .added)
                }
            }
        }

        func removeFactor() async throws -> PowerAuthBiometry.RemoveFactorReply {
            sdk.removeBiometryFactor() ? .dropped : .notDropped
        }
    }

    extension PowerAuthBiometry.AddFactorReply {
        fileprivate init(_ error: any Error) {
            switch error.powerAuthErrorCode {
            case .biometryNotAvailable: self = .addUnavailable
            case _ where error.isBeforeTheSignature: self = .notSigned
            case _ where error.isServerRefusal: self = .addRefused(refusal: PowerAuthBiometry.Refusal(error))
            case _: self = .addLost
            }
        }
    }

    extension PowerAuthBiometry.System {
        init(_ status: PowerAuthBiometricAuthenticationStatus) {
            switch status {
            case .available: self = .available
            case .notEnrolled: self = .notEnrolled
            case .lockout: self = .lockedOut
            case .notSupported: self = .notSupported
            case _: self = .notAvailable
            }
        }
    }
#endif
