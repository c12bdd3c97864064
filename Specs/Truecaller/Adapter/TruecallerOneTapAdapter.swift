#if canImport(TrueSDK)
    import Foundation
    import Keyway

    /// Performs the effects of TruecallerOneTap: the SDK's over the connection, the question to the backend as the app asks it.
    ///
    /// It stands on the main actor, so that what a run orders reaches the SDK in that order.
    @MainActor
    struct TruecallerOneTapAdapter: TruecallerOneTap.Effects {
        let connection: TruecallerConnection
        /// Those of the app's own set-up: the nonce of a request goes in by another one (FACTS 26).
        let appKey: String
        let appLink: String
        /// Asks the app's backend whether the signature is Truecaller's, and the nonce within the payload this one.
        ///
        /// `profile` is JSON: `payload`, `signature`, `signatureAlgorithm` and `requestNonce`, as far as the SDK has them.
        let profile: @Sendable (_ profile: String, _ nonce: String) async throws -> TruecallerOneTap.CheckProfileReply

        func readSupport() async throws -> TruecallerOneTap.ReadSupportReply {
            connection.isSupported ? .supported : .unsupported
        }

        func request(nonce: String) async throws {
            connection.requestProfile(appKey: appKey, appLink: appLink, nonce: nonce)
        }

        /// One that was sent as text, and not by `opened(_:)`, is looked at here.
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
        /// Whether a system can open an app by it.
        fileprivate var isComplete: Bool { scheme?.isEmpty == false }
    }
#endif
