import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting
import ProviderFlows

/// Live runs of `OTPlessSNA`: idle ones wait for the person; those under way have called the SDK of their device and wait for its
/// callback. The clock never advances.
struct LiveRuns: Sendable {
    private let orchestrator: Orchestrator
    private let log: any EventLog

    /// - Parameters:
    ///   - folder: where the log of files is made; where it is nil, the log keeps nothing.
    ///   - sharesDevice: whether all runs use one device. Its SDK serves one run at a time, so use it only with `underWay: false`.
    init(loggingTo folder: String? = nil, sharesDevice: Bool) throws {
        let log: any EventLog =
            if let folder { try FileLog(folder, acknowledging: .written, segmentSize: 64 << 20) } else { NoLog() }
        self.log = log
        // Instants of today take more bytes than those of a clock that begins at 0.
        let clock = TestClock(at: Instant(milliseconds: 1_763_000_000_000))
        let shared = sharesDevice ? Device() : nil
        let (version, flow) = FlowVersion.shared(for: OTPlessSNA.self)
        let service = Orchestrator.Service(version, flow) { _, _ in FlowEffectHandler(handlers: PendingBackend()) }
        orchestrator = Orchestrator(
            beginningIn: log, serving: [service], time: clock, limit: .max, device: { _, _ in shared ?? Device() })
    }

    /// Begins `count` runs, 256 at a time; where they are to be under way, each is also sent `start`, at which it calls the SDK.
    func begin(_ count: Int, underWay: Bool) async throws {
        let (orchestrator, log) = (orchestrator, log)
        let width = 256
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<width {
                group.addTask {
                    for _ in stride(from: worker, to: count, by: width) {
                        while log.isOverloaded { try await Task.sleep(for: .milliseconds(1)) }
                        let run = try await orchestrator.begin(OTPlessSNA.self)
                        guard underWay else { continue }
                        guard try await run.send(.start(requestId: "ARID")) == .accepted else {
                            throw BenchmarkError.flowIsWrong
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        // Waits until all handlers have returned and the log has acknowledged all records.
        while !orchestrator.isQuiet { try await Task.sleep(for: .milliseconds(10)) }
    }
}

/// The app's effects; its backend answers that nothing is decided yet.
private struct PendingBackend: OTPlessSNA.Effects {
    func begin(requestId: String) async throws {}
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
}
