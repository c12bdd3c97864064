import KeywayCore
import KeywayFileLog
import KeywayLog
public import KeywayOrchestrator
import KeywayRuns
import KeywayTesting
import ProviderFlows

/// So many live runs of `OTPlessSNA`, each on a device of its own, as a server has them: the SDK was called, the backend answered,
/// and the run waits for what is said next. The clock stands.
public struct LiveRuns: Sendable {
    private let orchestrator: Orchestrator
    private let log: any EventLog

    /// - Parameter folder: where the log of files is made; nil is a log that keeps nothing.
    public init(loggingTo folder: String?) throws {
        let log: any EventLog =
            if let folder { try FileLog(folder, acknowledging: .written, segmentSize: 64 << 20) } else { NoLog() }
        self.log = log
        let (version, flow) = FlowVersion.running(OTPlessSNA.self)
        let service = Service(version, flow) { _, _ in FlowEffectHandler(handlers: PendingBackend()) }
        orchestrator = Orchestrator(
            beginningIn: log, serving: [service], time: TestClock(at: Instant(milliseconds: 1_763_000_000_000)), limit: .max, device: { _, _ in Device() })
    }

    /// Begins so many runs, and starts them where they are to be under way; many at a time.
    public func begin(_ count: Int, underWay: Bool) async throws {
        let (orchestrator, log) = (orchestrator, log)
        let width = 256
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<width {
                group.addTask {
                    for _ in stride(from: lane, to: count, by: width) {
                        while log.isOverloaded { try await Task.sleep(for: .milliseconds(1)) }
                        let run = try await orchestrator.begin(OTPlessSNA.self)
                        if underWay { try await run.send(.start(requestId: "ARID")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        // The last handlers return, and what they said becomes durable.
        while !orchestrator.isQuiet { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// So many devices that no run shares.
    public static func devices(_ count: Int) -> [Device] { (0..<count).map { _ in Device() } }
}

/// The app's half, whose backend has no answer yet.
private struct PendingBackend: OTPlessSNA.Effects {
    func begin(requestId: String) async throws {}
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
}

/// Takes everything and keeps nothing.
private struct NoLog: EventLog {
    let durability = Durability.memory
    let salt: UInt64 = 1
    let epoch: UInt32 = 1
    let isOverloaded = false

    func append(_ append: Append, told: @escaping @Sendable (LogError?) -> Void) -> Receipt { .durable }
    func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] { [] }
    func openRuns(after run: RunID?, limit: Int) -> [OpenRun] { [] }
    func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] { [] }
    func close() {}
}
