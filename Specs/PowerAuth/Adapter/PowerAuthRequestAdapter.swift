// For the target of an app that links PowerAuth2, PowerAuth Networking and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import Foundation
    import Keyway
    import PowerAuth2
    import WultraPowerAuthNetworking

    /// Performs the effects of PowerAuthRequest for one request: what can be asked before is asked of the phone's SDK, and
    /// PowerAuth Networking signs and sends in one call (FACTS 22).
    ///
    /// One adapter is for one request. The SDKs are asked on the main thread and call back there unless they are told
    /// otherwise; nothing here relies on it.
    @MainActor
    final class PowerAuthRequestAdapter<Answer>: PowerAuthRequest.Effects {
        /// The app's own end of the request; the next one in the line waits until it has returned (FACTS 11).
        typealias Completion = @MainActor (Result<Answer, WPNError>) async -> Void

        private let sdk: PowerAuthSDK
        private let version: PowerAuthRequest.SDK
        private let call: PowerAuthCall<Answer>
        private let completion: Completion

        private var factors: PowerAuthAuthentication?
        private var answer: Answer?
        private var failure: (any Error)?

        /// - Parameters:
        ///   - version: of PowerAuth Networking, 1 or 2.
        ///   - completion: called once, but for a request of 1 that was cancelled (FACTS 17).
        init(
            _ sdk: PowerAuthSDK, version: PowerAuthRequest.SDK, call: PowerAuthCall<Answer>,
            completion: @escaping Completion
        ) {
            self.sdk = sdk
            self.version = version
            self.call = call
            self.completion = completion
        }

        /// The command that posts the request, with what the SDK knows of the time now (FACTS 18).
        func post(
            strategy: PowerAuthRequest.Strategy = .serialSigned, encrypted: Bool = false
        ) -> PowerAuthRequest.Command {
            .post(
                kind: call.kind, strategy: strategy, sdk: version, encrypted: encrypted,
                timeKnown: sdk.timeSynchronizationService.isTimeSynchronized)
        }

        // MARK: - What is asked before

        func readActivation() async throws -> PowerAuthRequest.ReadActivationReply {
            sdk.hasValidActivation() ? .active : .missing
        }

        func syncTime() async throws -> PowerAuthRequest.SyncTimeReply {
            let service = sdk.timeSynchronizationService
            if service.isTimeSynchronized { return .synced }
            failure = try await firstAnswer { answer in
                _ = service.synchronizeTime(callback: { @Sendable error in answer(error) }, callbackQueue: .main)
            }
            return failure == nil ? .synced : .syncFailed
        }

        /// The SDK signs with them at the request's turn; a prompt that is taken away costs nothing (FACTS 8). That is an
        /// answer, and not the flow's limit: what is thrown here would be a time-out.
        func sign() async throws -> PowerAuthRequest.SignReply {
            guard case .signed(let ask, _) = call else { return .signFailed }
            return await (try? factors(from: ask)) == nil ? .signFailed : .signed
        }

        func cachedToken() async throws -> PowerAuthRequest.CachedTokenReply {
            guard case .token(let name, _, _) = call else { return .uncached }
            return sdk.tokenStore.hasLocalToken(withName: name) ? .cached : .uncached
        }

        /// A signed request of the SDK in its own line; so the flow holds no place meanwhile (FACTS 12).
        func fetchToken() async throws -> PowerAuthRequest.FetchTokenReply {
            guard case .token(let name, let ask, _) = call else { return .tokenNone }
            guard let factors = try? await factors(from: ask) else { return .tokenFailed }
            let (reply, error): (PowerAuthRequest.FetchTokenReply, (any Error)?) = try await firstAnswer { answer in
                _ = sdk.tokenStore.requestAccessToken(withName: name, authentication: factors) {
                    @Sendable token, error in
                    switch token {
                    case let token?: answer((token.canGenerateHeader ? .tokenReady : .tokenUseless, error))
                    case nil: answer((error == nil ? .tokenNone : .tokenFailed, error))
                    }
                }
            }
            failure = error
            return reply
        }

        // MARK: - The request

        func send(kind: PowerAuthRequest.Kind, encrypted: Bool) async throws -> PowerAuthRequest.SendReply {
            // What was cancelled before its turn is not posted.
            try Task.checkCancellation()
            switch call {
            case .basic(let post):
                return try await end(of: post)
            case .signed(let ask, let post):
                guard let factors = try? await factors(from: ask) else { return .signFailed }
                return try await end { post(factors, $0) }
            case .token(_, let ask, let post):
                guard let factors = try? await factors(from: ask) else { return .tokenFailed }
                return try await end { post(factors, $0) }
            }
        }

        /// Of a completion that is called again only the first word counts. Where nobody waits any more 2 is told to let go
        /// of the request, and 1 is left alone: its cancelled operation could block the SDK's line (FACTS 17).
        private func end(
            of post: (_ completion: @escaping PowerAuthCall<Answer>.Completion) -> Operation
        ) async throws -> PowerAuthRequest.SendReply {
            var operation: Operation?
            do {
                let end = try await firstAnswer { answer in
                    operation = post { @Sendable in answer(HandedOver(value: ($0, $1))) }
                }
                (answer, failure) = end.value
                // The SDK promises an answer or an error; neither is no success.
                return failure == nil && answer == nil ? .tokenNone : PowerAuthRequest.SendReply(end.value.1)
            } catch {
                if version == .v2 { operation?.cancel() }
                throw error
            }
        }

        /// The SDK's own error goes to the app where there is one, with all that it knows: a refusal is in it.
        func complete(
            reason: PowerAuthRequest.Reason?, refusal: PowerAuthRequest.Refusal?
        ) async throws -> PowerAuthRequest.CompleteReply {
            if reason == nil, let answer {
                await completion(.success(answer))
            } else {
                await completion(.failure(error(for: reason ?? .unknown)))
            }
            return .completed
        }

        private func error(for reason: PowerAuthRequest.Reason) -> WPNError {
            if let own = failure as? WPNError, reason != .canceled { return own }
            return WPNError(reason: WPNErrorReason(reason), error: failure)
        }

        /// The factors of the request, which are asked for once.
        private func factors(from ask: PowerAuthCall<Answer>.Factors) async throws -> PowerAuthAuthentication {
            if let factors { return factors }
            do {
                let asked = try await ask()
                factors = asked
                return asked
            } catch {
                failure = error
                throw error
            }
        }
    }
#endif
