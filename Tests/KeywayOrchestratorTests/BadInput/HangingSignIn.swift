import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows

/// Handlers of which `checkStatus` hangs until nobody waits for its answer.
struct HangingSignIn: OTPlessSNA.Effects {
    func begin(requestId: String) async throws {}
    func stop() async throws {}

    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        try await hang()
        return .pending
    }
}

/// An orchestrator whose runs share nothing with those of other tests.
func signingIn(
    _ log: any EventLog, sources: Device.Sources = Device.Sources()
) async throws -> Orchestrator {
    try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in HangingSignIn() }], time: TestClock()) {
        _, _ in
        Device(sources: sources)
    }
}

/// The run's events, by their names.
func eventNames(of run: RunID, in log: any EventLog) async throws -> [String] {
    try await log.records(of: run).compactMap { record in
        guard case .event(let event) = record.content else { return nil }
        return OTPlessSNA.table.events[event.event].name
    }
}
