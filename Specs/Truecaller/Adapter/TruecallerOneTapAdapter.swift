#if canImport(TrueSDK)
    import Foundation
    import Keyway

    /// Performs the effects of TruecallerOneTap: calls the SDK over the connection, and asks the backend by a closure of the app.
    ///
    /// It is isolated to the main actor, so that the calls reach the SDK in the order in which a run orders them.
    @MainActor
    struct TruecallerOneTapAdapter: TruecallerOneTap.Effects {
        let connection: TruecallerConnection
        /// The key and the link with which the app sets the SDK up: each request sets it up anew with them, to hand over the nonce (FACTS
        /// 26).
        let appKey: String
        let appLink: String
        /// Asks the app's backend whether the signature is Truecaller's, and whether the nonce within the payload is `nonce`.
        ///
        /// `profile` is JSON with `payload` and `signature`, and with `signatureAlgorithm` and `requestNonce` where the SDK has them.
        let profile: @Sendable (_ profile: String, _ nonce: String) async throws -> TruecallerOneTap.CheckProfileReply

        func readSupport() async throws -> TruecallerOneTap.ReadSupportReply {
            connection.isSupported ? .supported : .unsupported
        }

        func request(nonce: String) async throws {
            connection.requestProfile(appKey: appKey, appLink: appLink, nonce: nonce)
        }

        /// `opened(_:)` has checked its URL; a command that was sent with a text may have any, so the URL is checked here too.
        func open(url: String) async throws {
            guard let url = URL(string: url), url.isComplete else { throw TruecallerConnection.NoURL() }
            connection.open(url)
        }

        func checkProfile(profile: String, nonce: String) async throws -> TruecallerOneTap.CheckProfileReply {
            try await self.profile(profile, nonce)
        }
    }

    extension TruecallerOneTap.Command {
        /// The app was opened by this URL: `try await run.send(.opened(url))`.
        ///
        /// - Throws: `TruecallerConnection.NoURL` where it names no scheme, so that the run records nothing. Whether it is Truecaller's
        ///   the SDK alone knows, and says nothing if it is not (FACTS 28).
        static func opened(_ url: URL) throws(TruecallerConnection.NoURL) -> Self {
            guard url.isComplete else { throw TruecallerConnection.NoURL() }
            return .opened(url: url.absoluteString)
        }
    }

    extension URL {
        /// Whether the URL names a scheme, by which a system opens an app.
        fileprivate var isComplete: Bool { scheme?.isEmpty == false }
    }
#endif
