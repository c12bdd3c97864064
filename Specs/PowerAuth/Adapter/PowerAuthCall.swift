#if canImport(PowerAuth2) && canImport(WultraPowerAuthNetworking)
    import Foundation
    import PowerAuth2
    import WultraPowerAuthNetworking

    /// One request as the app makes it of PowerAuth Networking: where the factors come from, and the `post` of its endpoint (FACTS 10).
    ///
    /// The app writes the `post` itself, because the label before its factors is `signedWith` in version 1 and `authenticatedWith` in
    /// version 2, and because 1.3 takes the encryptor there (FACTS 21). Tell the run the strategy that the app's networking service has.
    enum PowerAuthCall<Answer> {
        /// What Networking calls at the end, with an answer or an error.
        typealias Completion = (Answer?, WPNError?) -> Void
        /// Asks for the factors of the signature, perhaps by a prompt; the error that it throws says why nothing is signed.
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
