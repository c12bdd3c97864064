// For the target of an app that links PowerAuth2, PowerAuth Networking and Keyway; `Specs/README.md` says how.
#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import Foundation
    import Keyway
    import PowerAuth2
    import WultraPowerAuthNetworking

    /// Performs the effects of PowerAuthRequest for one request: asks PowerAuth's SDK for what can be known before, and lets PowerAuth
    /// Networking sign and send in one call (FACTS 22).
    ///
    /// One adapter is for one request. The SDKs are called on the main thread and call back there unless they are told
    /// otherwise; nothing here relies on that.
    @MainActor
    final class PowerAuthRequestAdapter<Answer>: PowerAuthRequest.Effects {
        /// What the app does with the end of the request; the next request in the line (queue) waits until this has returned (FACTS 11).
        typealias Completion = @MainActor (Result<Answer, WPNError>) async -> Void

        private let sdk: PowerAuthSDK
        private let version: PowerAuthRequest.SDK
        private let call: PowerAuthCall<Answer>
        private let completion: Completion

        /// The factors of the request, once they were asked for.
        private var factors: PowerAuthAuthentication?
        /// The answer that the completion gets, once it is there.
        private var answer: Answer?
        /// The last error, which the completion gets, or finds inside its own.
        private var failure: (any Error)?

        /// - Parameters:
        ///   - version: of PowerAuth Networking, 1 or 2.
        ///   - completion: called once, but not for a request of version 1 that was cancelled (FACTS 17).
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

        /// Asks for the factors; the SDK signs with them at the request's turn. A prompt that is taken away costs no attempt (FACTS 8). Its
        /// error becomes the reply `signFailed`: if it were thrown here the flow would take it for a time-out.
        func sign() async throws -> PowerAuthRequest.SignReply {
            guard case .signed(let ask, _) = call else { return .signFailed }
            return await (try? factors(from: ask)) == nil ? .signFailed : .signed
        }

        func cachedToken() async throws -> PowerAuthRequest.CachedTokenReply {
            guard case .token(let name, _, _) = call else { return .uncached }
            return sdk.tokenStore.hasLocalToken(withName: name) ? .cached : .uncached
        }

        /// Fetches a token by a signed request that waits in the SDK's own line; so the flow holds no place in its lane meanwhile (FACTS
        /// 12).
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

        /// Posts the request and waits for its end; where the completion is called again only the first call counts.
        ///
        /// Where nobody waits any more version 2 is told to cancel the request, and version 1 is left alone: its cancelled operation could
        /// block the SDK's line (FACTS 17).
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

        /// Calls the app's completion. Where there is an error of Networking's own the app gets that one, as the server's refusal is in it;
        /// a request that was cancelled has an error that says so.
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
