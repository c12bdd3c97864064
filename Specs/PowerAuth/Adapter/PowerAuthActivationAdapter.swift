// For the target of an app that links PowerAuth2 and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2)
    import Keyway
    import PowerAuth2

    /// Performs the effects of PowerAuthActivation with the SDK's one activation on the phone.
    ///
    /// The SDK is called on the main thread. It calls back there of itself, but the blocks do not rely on that.
    @MainActor
    final class PowerAuthActivationAdapter: PowerAuthActivation.Effects {
        /// Signs and sends one request, and says what became of it; `FACTS.md` 7 and 8 tell which reply each outcome is.
        typealias SignedCall = @MainActor (PowerAuthAuthentication) async throws -> PowerAuthActivation.SignCallReply

        private let sdk: PowerAuthSDK
        private let name: String?
        private let prompt: String
        private let send: SignedCall

        /// - Parameters:
        ///   - name: what the person calls this phone.
        ///   - prompt: the sentence of the biometric prompt.
        init(_ sdk: PowerAuthSDK, name: String?, prompt: String, send: @escaping SignedCall) {
            self.sdk = sdk
            self.name = name
            self.prompt = prompt
            self.send = send
        }

        /// Only the server's answer refuses a code; no other failure says whether the code was used (FACTS 2, 28).
        func exchangeKeys(code: String) async throws -> PowerAuthActivation.ExchangeKeysReply {
            guard let activation = try? PowerAuth2.PowerAuthActivation(activationCode: code, name: name) else {
                return .keysRefused(refusal: .badCode)
            }
            // The phone has an activation, or unfinished keys: the SDK would answer with an error that looks like a refusal, and exchange
            // nothing (FACTS 24).
            guard sdk.canStartActivation() else { return .keysHeld }
            return try await firstAnswerOrCancel { answer in
                sdk.createActivation(activation) { @Sendable result, error in
                    answer(result != nil ? .keysReady : PowerAuthActivation.ExchangeKeysReply(error))
                }
            }
        }

        func persist(password: String, biometry: Bool) async throws -> PowerAuthActivation.PersistReply {
            let factors: PowerAuthAuthentication =
                biometry
                ? .persistWithPasswordAndBiometry(password: password) : .persistWithPassword(password: password)
            do { try sdk.persistActivation(with: factors) } catch { return .persistFailed }
            return .persisted
        }

        func fetchStatus() async throws -> PowerAuthActivation.FetchStatusReply {
            try await sdk.status(upgradeFailed: .upgradeFailed, unknown: .statusUnknown) {
                .status(server: .init($0.state), remaining: min(Int($0.remainingAttempts), 64))
            }
        }

        /// Without a password the phone asks for biometry; what ends before the signature costs no attempt (FACTS 8).
        func signCall(password: String?) async throws -> PowerAuthActivation.SignCallReply {
            switch try await sdk.factors(password: password, prompt: prompt) {
            case .success(let factors): return try await send(factors.value)
            case .failure(let reason): return .notSigned(hindrance: PowerAuthActivation.Hindrance(reason))
            }
        }

        /// Removes the activation from the phone because the server or the SDK has said that it is of no use any more.
        func removeLocal() async throws {
            sdk.removeActivationLocal()
        }

        /// Removes keys that no password keeps yet; an activation that is kept under a password is not pending, and stays (FACTS 24).
        func dropUnfinished() async throws {
            if sdk.hasPendingActivation() { sdk.removeActivationLocal() }
        }

        /// Removes the activation from the phone because the person gives it up; the server is not told.
        func forget() async throws {
            sdk.removeActivationLocal()
        }

        /// The server refuses what possession alone has signed; without a password the phone asks for biometry (FACTS 4, 8).
        func removeRemote(password: String?) async throws -> PowerAuthActivation.RemoveRemoteReply {
            switch try await sdk.factors(password: password, prompt: prompt) {
            case .failure(let reason): return .removalNotSigned(hindrance: PowerAuthActivation.Hindrance(reason))
            case .success(let factors):
                return try await firstAnswerOrCancel { answer in
                    sdk.removeActivation(with: factors.value) { @Sendable error in
                        answer(error.map(PowerAuthActivation.RemoveRemoteReply.init) ?? .gone)
                    }
                }
            }
        }
    }

    extension PowerAuthActivation.RemoveRemoteReply {
        /// An error that may have come before or after the server's decision is `removalLost`. After it, as after a refusal, the flow asks
        /// for the status (FACTS 4).
        fileprivate init(_ error: any Error) {
            if error.isBeforeTheSignature {
                self = .removalNotSigned(hindrance: PowerAuthActivation.Hindrance(PowerAuthHindrance(error)))
            } else if error.isServerRefusal {
                self = .removalRefused(refusal: PowerAuthActivation.Refusal(error))
            } else {
                self = .removalLost
            }
        }
    }

    extension PowerAuthActivation.ExchangeKeysReply {
        /// The reply for an exchange that made no keys; a refusal has the group of the server's code (FACTS 23).
        fileprivate init(_ error: (any Error)?) {
            if let error, error.isServerRefusal {
                self = .keysRefused(refusal: PowerAuthActivation.Refusal(error))
            } else {
                self = .keysUnreachable
            }
        }
    }
#endif
