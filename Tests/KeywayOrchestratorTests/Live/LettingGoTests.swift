import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("What is over is let go")
struct LettingGoTests {
    private struct SignIn: OTPlessSNA.Effects {
        func begin(requestId: String) async throws {}
        func stop() async throws {}
        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
    }

    private static func orchestrator(_ log: any EventLog, on device: Device = Device()) async throws -> Orchestrator {
        try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in SignIn() }], time: TestClock(), device: { _, _ in device })
    }

    @Test(
        "An orchestrator whose runs have ended, or that was shut down, is let go with them", arguments: [true, false])
    func orchestrator(whoseRunsHaveEnded haveEnded: Bool) async throws {
        var orchestrator: Orchestrator? = try await Self.orchestrator(MemoryLog())
        weak let seen = orchestrator
        for _ in 0..<40 {
            let run = try await orchestrator?.begin(OTPlessSNA.self)
            if haveEnded { #expect(try await run?.send(.cancel) == .accepted) }
        }
        if !haveEnded { try await orchestrator?.shutDown() }
        orchestrator = nil
        #expect(try await eventually { seen == nil })
    }

    @Test("A start that fails keeps nothing of the runs that it has read")
    func failedStart() async throws {
        /// A log that lists the first page of open runs, and fails when the next one is asked for.
        final class Failing: EventLog {
            let log: MemoryLog
            /// How many pages of open runs were asked for.
            let askedPages = Lock(0)

            init(_ log: MemoryLog) {
                self.log = log
            }

            var durability: Durability { log.durability }
            var salt: UInt64 { log.salt }
            var epoch: UInt32 { log.epoch }
            var isOverloaded: Bool { false }
            func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
                try log.append(append, report: report)
            }
            func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] {
                log.records(of: run, from: first, limit: limit)
            }
            func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
                askedPages.withLock { $0 += 1 }
                if run != nil { throw .closed }
                return log.openRuns(after: run, limit: limit)
            }
            func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] { [] }
            func close() {}
        }
        let memory = MemoryLog()
        let earlier = try await Self.orchestrator(memory)
        for _ in 0..<300 { _ = try await earlier.begin(OTPlessSNA.self) }
        var log: Failing? = Failing(memory.reopened())
        weak let seen = log
        if let log {
            await #expect(throws: RunError.log(.closed)) { try await Self.orchestrator(log) }
            #expect(log.askedPages.withLock { $0 } == 2)
        }
        log = nil
        #expect(try await eventually { seen == nil })
    }

    @Test("An ended run of which an app gets another handle keeps the SDK from nobody")
    func handleAfterTheEnd() async throws {
        let device = Device()
        let orchestrator = try await Self.orchestrator(MemoryLog(), on: device)
        let (_, flow) = FlowVersion.shared(for: OTPlessSNA.self)
        // Nobody has a handle of the run while it calls the SDK and ends.
        let live = try await orchestrator.begin(flow)
        _ = try await live.send(
            Command(OTPlessSNA.Command.start(requestId: "ARID_1").position, fields: [.text("ARID_1")]))
        _ = try await live.send(Command(OTPlessSNA.Command.cancel.position))
        #expect(try await eventually { live.hasLastHandlerReturned })
        let late = Run<OTPlessSNA>(live)
        let second = try await orchestrator.begin(OTPlessSNA.self)
        #expect(try await second.send(.start(requestId: "ARID_2")) == .accepted)
        #expect(try await second.send(.cancel) == .accepted)
        for await failure in second.failures { Issue.record("\(failure)") }
        withExtendedLifetime(late) {}
    }

    @Test("A run that is over keeps nothing of an observer to whom it tells the end at once")
    func lateObservers() async throws {
        let orchestrator = try await Self.orchestrator(MemoryLog())
        let live = try await orchestrator.begin(FlowVersion.shared(for: OTPlessSNA.self).flow)
        _ = try await live.send(Command(OTPlessSNA.Command.cancel.position))
        #expect(try await eventually { live.hasLastHandlerReturned })
        // Streams without `onTermination`: where such a stream has finished, nobody removes the observer.
        let states = AsyncThrowingStream.makeStream(of: RunView.self, throwing: (any Error).self)
        let failures = AsyncStream.makeStream(of: EffectFailure.self)
        let keys = live.withState { ($0.watchers.states.nextKey(), $0.watchers.failures.observers.nextKey()) }
        #expect(!live.withState { $0.watchers.areAbsent })
        live.begin(StateObserver(states.continuation) { $0 }, as: keys.0)
        live.begin(failures.continuation, as: keys.1)
        #expect(live.withState { $0.watchers.areAbsent })
        for await failure in failures.stream { Issue.record("\(failure)") }
        var told = 0
        for try await _ in states.stream { told += 1 }
        #expect(told == 1)
    }
}
