import Keyway
import KeywayLog

func serve(_ services: [Orchestrator.Service], in folder: String) async throws -> Orchestrator {
    try await Orchestrator(
        opening: { try FileLog(folder, segmentSize: 64 << 20, undurableLimit: 64 << 20) }, serving: services,
        limit: 20_000,
        // Each run has a device of its own here. Runs of one person's device share one value.
        device: { _, _ in Device() })
}

/// What a monitor asks for now and then.
func health(of orchestrator: Orchestrator) -> [String: String] {
    [
        "unfinished": "\(orchestrator.unfinished.count)",
        "unresumed": "\(orchestrator.unresumed.count)",
        "log": orchestrator.logFailure.map { "\($0)" } ?? "takes records",
    ]
}

/// Counts outcomes, and how long decisions and effects take.
struct SignInMetrics: Orchestrator.Tracer {
    /// Hands a measurement to whatever collects them, and returns at once.
    let count: @Sendable (_ name: String, _ value: Duration) -> Void

    func recorded(_ records: [Record], of flow: String, after wait: Duration) {
        count("\(flow).durable", wait)
    }

    func performed(
        _ effect: String, in leg: String?, key: EffectOrder.Key, within time: Duration, failure: (any Error)?
    ) {
        count("\(effect).\(failure == nil ? "returned" : "failed")", time)
    }
}
