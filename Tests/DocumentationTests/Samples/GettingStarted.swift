import Keyway
import ProviderFlows

struct Backend: OTPlessSNA.Effects {
    let sdk: SilentAuthentication

    func begin(requestId: String) async throws { await sdk.start(requestId) }
    func stop() async throws { await sdk.cancel() }

    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        switch await sdk.status(of: requestId) {
        case "SUCCESS": .confirmed
        case "FAILED": .denied
        case "PENDING": .pending
        // No answer is no denial: what is thrown becomes `unreachable`, and the flow asks again.
        default: throw NoStatus()
        }
    }
}

struct NoStatus: Error {}

func signIn(
    _ requestId: String, with sdk: SilentAuthentication, keeping log: any EventLog
) async throws -> OTPlessSNA.State? {
    let orchestrator = try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in Backend(sdk: sdk) }])
    let run = try await orchestrator.begin(OTPlessSNA.self, reference: "ticket 4711")
    await sdk.report { callback in run.deliver(callback) }
    guard try await run.send(.start(requestId: requestId)) == .accepted else { return nil }
    var state: OTPlessSNA.State?
    for try await situation in run.situations { state = situation.state }
    return state
}
