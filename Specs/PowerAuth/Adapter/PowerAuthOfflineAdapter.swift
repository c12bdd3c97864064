// For the target of an app that links PowerAuth2 and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2)
    import Foundation
    import Keyway
    import PowerAuth2

    /// Performs the effects of PowerAuthOffline with the SDK's one activation on the phone. No network is used.
    @MainActor
    final class PowerAuthOfflineAdapter: PowerAuthOffline.Effects {
        /// The part of the operation's text, as it was read, that the person signs.
        typealias Body = @MainActor (_ operation: String) -> Data
        typealias Screen = @MainActor (_ code: String) -> Void

        private let sdk: PowerAuthSDK
        private let uriId: String
        private let prompt: String
        private let body: Body
        private let screen: Screen

        /// - Parameters:
        ///   - uriId: the identity by which the server checks the code, as it has one for each request that is signed online.
        ///   - prompt: the sentence of the biometric prompt.
        ///   - body: the bytes that the server checks the code against; all of the operation if not said.
        ///   - screen: shows a code; the app takes the code off the screen when the run has left the state in which it ordered that.
        init(
            _ sdk: PowerAuthSDK, uriId: String, prompt: String, body: @escaping Body = { Data($0.utf8) },
            screen: @escaping Screen
        ) {
            self.sdk = sdk
            self.uriId = uriId
            self.prompt = prompt
            self.body = body
            self.screen = screen
        }

        /// Checks the server's signature, which covers all of the operation that was read.
        ///
        /// For a signature by the activation's own key the SDK also says no where the phone has no activation. So the adapter asks for the
        /// activation first: a phone that was reset has been shown no forgery (FACTS 34).
        func verifyOrigin(
            operation: String, nonce: String, signature: String, personalised: Bool
        ) async throws -> PowerAuthOffline.VerifyOriginReply {
            guard !personalised || sdk.hasValidActivation() else { return .inactive }
            let isGenuine = sdk.verifyServerSignedData(
                Data(operation.utf8), signature: signature, masterKey: !personalised)
            return isGenuine ? .genuine : .forged
        }

        /// Signs on the phone; what ends before the signature costs no attempt (FACTS 8, 34).
        func makeCode(
            operation: String, nonce: String, password: String?
        ) async throws -> PowerAuthOffline.MakeCodeReply {
            guard sdk.hasValidActivation() else { return .inactive }
            switch try await sdk.factors(password: password, prompt: prompt) {
            case .failure(let reason): return .notSigned(hindrance: PowerAuthOffline.Hindrance(reason))
            case .success(let factors):
                do {
                    return .codeMade(
                        code: try sdk.offlineSignature(
                            with: factors.value, uriId: uriId, body: body(operation), nonce: nonce))
                } catch {
                    return .notSigned(hindrance: PowerAuthOffline.Hindrance(PowerAuthHindrance(error)))
                }
            }
        }

        func show(code: String) async throws {
            screen(code)
        }
    }
#endif
