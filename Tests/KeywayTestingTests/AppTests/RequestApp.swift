import KeywayCore
import KeywayTesting
import ProviderFlows

/// Handlers of a signed request, whose server and completion take as long as a test wants.
struct RequestApp: PowerAuthRequest.Effects {
    let answers: HeldAnswers<PowerAuthRequest.SendReply>
    let completions: HeldAnswers<PowerAuthRequest.CompleteReply>

    func readActivation() async throws -> PowerAuthRequest.ReadActivationReply { .active }
    func syncTime() async throws -> PowerAuthRequest.SyncTimeReply { .synced }
    func sign() async throws -> PowerAuthRequest.SignReply { .signed }
    func cachedToken() async throws -> PowerAuthRequest.CachedTokenReply { .uncached }
    func fetchToken() async throws -> PowerAuthRequest.FetchTokenReply { .tokenNone }
    func send(kind: PowerAuthRequest.Kind, encrypted: Bool) async throws -> PowerAuthRequest.SendReply {
        try await answers.next()
    }
    func complete(
        reason: PowerAuthRequest.Reason?, refusal: PowerAuthRequest.Refusal?
    ) async throws -> PowerAuthRequest.CompleteReply {
        try await completions.next()
    }
}

extension PowerAuthRequest.Command {
    /// A signed request, which waits in the lane `queue` for its turn.
    static let signedPost = PowerAuthRequest.Command.post(
        kind: .signed, strategy: .serialSigned, sdk: .v2, encrypted: false, timeKnown: false)
}
