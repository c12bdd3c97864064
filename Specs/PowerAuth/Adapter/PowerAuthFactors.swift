#if canImport(PowerAuth2)
    import PowerAuth2

    extension PowerAuthSDK {
        /// The factors of one signature: the password, or without one what a biometric prompt brings, whose failure costs no attempt
        /// (FACTS 8).
        @MainActor
        func factors(
            password: String?, prompt: String
        ) async throws -> Result<HandedOver<PowerAuthAuthentication>, PowerAuthHindrance> {
            if let password { return .success(HandedOver(value: .possessionWithPassword(password: password))) }
            return try await firstAnswer { answer in
                authenticateUsingBiometry(withPrompt: prompt) { @Sendable factors, error in
                    answer(factors.map { .success(HandedOver(value: $0)) } ?? .failure(PowerAuthHindrance(error)))
                }
            }
        }
    }

    /// Why nothing was signed (FACTS 8, 29).
    enum PowerAuthHindrance: Error {
        case cancelled, unavailable, failed, fallback, upgrading, other

        init(_ error: (any Error)?) {
            switch error?.powerAuthErrorCode {
            case .biometryCancel?: self = .cancelled
            case .biometryNotAvailable?: self = .unavailable
            case .biometryFailed?: self = .failed
            case .biometryFallback?: self = .fallback
            case .pendingProtocolUpgrade?: self = .upgrading
            case _: self = .other
            }
        }
    }

    /// The hindrances, as each flow names them.
    protocol PowerAuthFlowHindrance {
        static var cancelled: Self { get }
        static var unavailable: Self { get }
        static var failed: Self { get }
        static var fallback: Self { get }
        static var upgrading: Self { get }
        static var other: Self { get }
    }

    extension PowerAuthFlowHindrance {
        init(_ reason: PowerAuthHindrance) {
            switch reason {
            case .cancelled: self = .cancelled
            case .unavailable: self = .unavailable
            case .failed: self = .failed
            case .fallback: self = .fallback
            case .upgrading: self = .upgrading
            case .other: self = .other
            }
        }
    }

    extension PowerAuthActivation.Hindrance: PowerAuthFlowHindrance {}
    extension PowerAuthOffline.Hindrance: PowerAuthFlowHindrance {}
#endif
