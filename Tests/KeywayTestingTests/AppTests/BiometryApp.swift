import KeywayCore
import KeywayTesting
import ProviderFlows

/// The handlers of an app's setting for biometry. A test says what the phone has of the factor; all other answers come at once.
struct BiometryApp: PowerAuthBiometry.Effects {
    let factors: HeldAnswers<PowerAuthBiometry.ReadFactorReply>

    func fetchStatus() async throws -> PowerAuthBiometry.FetchStatusReply { .status(server: .active) }
    func readFactor() async throws -> PowerAuthBiometry.ReadFactorReply { try await factors.next() }
    func addFactor(password: String) async throws -> PowerAuthBiometry.AddFactorReply { .added }
    func removeFactor() async throws -> PowerAuthBiometry.RemoveFactorReply { .dropped }
}
