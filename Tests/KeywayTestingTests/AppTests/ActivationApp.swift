import KeywayCore
import KeywayTesting
import ProviderFlows

/// The handlers of an app with an activation. A test gives the answers about its status; all others come at once.
struct ActivationApp: PowerAuthActivation.Effects {
    let statuses: HeldAnswers<PowerAuthActivation.FetchStatusReply>

    func exchangeKeys(code: String) async throws -> PowerAuthActivation.ExchangeKeysReply { .keysReady }
    func persist(password: String, biometry: Bool) async throws -> PowerAuthActivation.PersistReply { .persisted }
    func fetchStatus() async throws -> PowerAuthActivation.FetchStatusReply { try await statuses.next() }
    func signCall(password: String?) async throws -> PowerAuthActivation.SignCallReply { .accepted }
    func removeLocal() async throws {}
    func dropUnfinished() async throws {}
    func forget() async throws {}
    func removeRemote(password: String?) async throws -> PowerAuthActivation.RemoveRemoteReply { .gone }
}
