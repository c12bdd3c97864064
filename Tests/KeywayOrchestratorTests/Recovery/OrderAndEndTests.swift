import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("What follows from records comes in their order, and ends with the orchestrator")
struct OrderAndEndTests {
    /// A log whose thread is faster than its callers: the report on an append comes before `append` returns.
    private final class EagerLog: EventLog {
        private let base: FaultyLog

        init(_ base: FaultyLog) { self.base = base }

        var durability: Durability { base.durability }
        var salt: UInt64 { base.salt }
        var epoch: UInt32 { base.epoch }
        var isOverloaded: Bool { base.isOverloaded }

        func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
            let isReported = Awaited<Void>()
            let receipt = try base.append(append) { error in
                report(error)
                isReported.give(())
            }
            isReported.wait()
            return receipt
        }

        func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
            try await base.records(of: run, from: first, limit: limit)
        }

        func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
            try await base.openRuns(after: run, limit: limit)
        }

        func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
            try await base.runs(of: reference, after: run, limit: limit)
        }

        func close() async throws(LogError) { try await base.close() }
    }

    /// A handler whose `onCancel`, for the first `ask`, goes on until `release` is given.
    private static func slowlyCancelled(
        _ asked: Lock<Int>, _ release: Awaited<Void>
    ) -> NotingHandler.Performing {
        { effect, _ in
            guard effect == "ask" else { return nil }
            let isFirst = asked.withLock { asked in
                asked += 1
                return asked == 1
            }
            await withTaskCancellationHandler {
                try? await hang()
            } onCancel: {
                if isFirst { release.wait() }
            }
            return nil
        }
    }

    @Test("What an opening of the log turns out to have is told before what it reports of later records")
    func known() async throws {
        let memory = MemoryLog()
        let first = FaultyLog(memory)
        let (mayOpen, openings) = (Lock(false), Lock(0))
        let phone = Phone(try LoadedFlow(PerformanceTests.text)) { effect, _ in
            if effect == "ask" { try await hang() }
            return nil
        }
        let orchestrator = try await phone.start {
            let isFirst = openings.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { return first }
            while !mayOpen.withLock({ $0 }) { await Task.yield() }
            return EagerLog(FaultyLog(memory.reopened()))
        }
        let run = try await orchestrator.begin(phone.running)
        // The records of `start` are kept, though the log does not know that.
        first.fail(with: .inDoubt(FaultyLog.fault), writing: true)
        let answered = Lock<[String]>([])
        for name in ["start", "again", "cancel"] {
            let command = Command(try #require(phone.running.table.event(named: name)))
            run.ask(command) { _ in answered.withLock { $0.append(name) } }
            #expect(try await eventually { orchestrator.logFailure != nil })
        }
        mayOpen.withLock { $0 = true }
        #expect(try await eventually { answered.withLock { $0.count } == 3 })
        #expect(answered.withLock { $0 } == ["start", "again", "cancel"])
        try await orchestrator.shutDown()
    }

    @Test(
        "A handler whose turn comes only after the orchestrator was shut down is called in the next process",
        arguments: ["again", "cancel"])
    func shutDown(command: String) async throws {
        let (asked, release) = (Lock(0), Awaited<Void>())
        let phone = Phone(try LoadedFlow(PerformanceTests.text), Self.slowlyCancelled(asked, release))
        let orchestrator = try await phone.start()
        let run = try await orchestrator.begin(phone.running)
        try await run.send(named: "start")
        #expect(try await eventually { asked.withLock { $0 } == 1 })
        // The next order, the last one of an ended run with `cancel`, waits until the handler of the first `ask` is cancelled.
        try await run.send(named: command)
        try await orchestrator.shutDown(within: .zero)
        release.give(())
        #expect(try await eventually { !run.isPerforming && !run.isCancelling })
        #expect(phone.performedEffects(of: run.id) == ["begin", "ask"])
        let next = try await phone.start()
        let rest = command == "cancel" ? "stop" : "ask"
        #expect(try await eventually { phone.performedEffects(of: run.id) == [rest] })
        try await next.shutDown(within: .zero)
    }
}
