import Keyway

@testable import ProviderAdapters

/// The app's own server, which knows whether a request was confirmed.
protocol Backend: Sendable {
    func status(of requestId: String) async throws -> OTPlessSNA.CheckStatusReply
}

/// The sample that `Specs/README.md` shows.
@MainActor
func signIn(
    _ requestId: String, over otpless: OTPlessConnection, asking backend: any Backend, keepingIn folder: String
) async throws -> Run<OTPlessSNA>? {
    let adapter = OTPlessSNAAdapter(connection: otpless) { try await backend.status(of: $0) }
    // An app opens the log and the orchestrator once, for all its runs.
    let orchestrator = try await Orchestrator(FileLog(folder), serving: [Orchestrator.Service { _, _ in adapter }])
    let run = try await orchestrator.begin(OTPlessSNA.self)
    guard try await run.send(.start(requestId: requestId)) == .accepted else { return nil }
    return run
}
