import KeywayCore
import KeywayLog
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("A log may give less at a time than it is asked for")
struct BoundedPagesTests {
    /// A log that gives one record, or one run, at a time.
    private final class BoundedLog: EventLog {
        let memory: MemoryLog

        init(_ memory: MemoryLog = MemoryLog()) {
            self.memory = memory
        }

        var durability: Durability { memory.durability }
        var salt: UInt64 { memory.salt }
        var epoch: UInt32 { memory.epoch }
        var isOverloaded: Bool { memory.isOverloaded }

        func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
            try memory.append(append, report: report)
        }

        func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] {
            memory.records(of: run, from: first, limit: min(limit, 1))
        }

        func openRuns(after run: RunID?, limit: Int) -> [OpenRun] { memory.openRuns(after: run, limit: min(limit, 1)) }

        func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] {
            memory.runs(of: reference, after: run, limit: min(limit, 1))
        }

        func close() { memory.close() }
    }

    private struct SignIn: OTPlessSNA.Effects {
        func begin(requestId: String) async throws {}
        func stop() async throws {}
        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
    }

    private func orchestrator(_ log: any EventLog) async throws -> Orchestrator {
        try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in SignIn() }], time: TestClock(), device: { _, _ in Device() })
    }

    @Test("Such a log keeps every law", arguments: LogLaw.allCases)
    func laws(law: LogLaw) async throws {
        try await LogConformance(
            openAgain: { log in BoundedLog(try #require(log as? BoundedLog).memory.reopened()) },
            makeLog: { BoundedLog() }
        ).check(law)
    }

    @Test("All records of a run are read")
    func records() async throws {
        let (log, run): (any EventLog, SampleRun) = (BoundedLog(), SampleRun(1))
        try await log.append(run.append(0..<20))
        #expect(try await log.records(of: run.run) == run.records(0..<20))
    }

    @Test("All open runs come back, each with all of its records")
    func recovery() async throws {
        let memory = MemoryLog()
        let earlier = try await orchestrator(memory)
        for number in 0..<3 {
            let run = try await earlier.begin(OTPlessSNA.self)
            #expect(try await run.send(.start(requestId: "request \(number)")) == .accepted)
        }
        let later = try await orchestrator(BoundedLog(memory.reopened()))
        #expect(later.unresumed.isEmpty)
        #expect(Set(later.unfinished.map(\.run)) == Set(memory.runs))
    }
}
