#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import Foundation
    import PowerAuth2
    import WultraPowerAuthNetworking

    /// One request as the app asks PowerAuth Networking for it: who signs, and the `post` of its endpoint (FACTS 10).
    ///
    /// The app writes the `post` itself, because the label before its factors is `signedWith` in 1 and `authenticatedWith` in
    /// 2, and because 1.3 takes the encryptor there (FACTS 21). The service's strategy is the one that the run is told.
    enum PowerAuthCall<Answer> {
        /// What the SDK calls at the end, with an answer or an error.
        typealias Completion = (Answer?, WPNError?) -> Void
        /// Asks for the factors of the signature, perhaps by a prompt; what it throws is the reason why nobody signs.
        typealias Factors = @MainActor () async throws -> PowerAuthAuthentication
        typealias SignedPost =
            @MainActor (_ factors: PowerAuthAuthentication, _ completion: @escaping Completion) -> Operation

        case basic(post: @MainActor (_ completion: @escaping Completion) -> Operation)
        case signed(by: Factors, post: SignedPost)
        case token(_ name: String, by: Factors, post: SignedPost)

        var kind: PowerAuthRequest.Kind {
            switch self {
            case .basic: .basic
            case .signed: .signed
            case .token: .token
            }
        }
    }
#endif
