import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("A live run that changes too often")
struct OverrunAppendTests {
    static let text = """
        flow Counting version 1
        context { n: int 0...3 = 0 }
        command count
        callback told
        source sdk = "SDK" by kind singleton { TOLD => told }
        final gone
        within 20m -> gone
        ignore unrecognised
        late other
        state first waits for user { on count, told stay { n = 0 } }
        """

    @Test("The 2,000th record that changes it and the end that this brings are one append", arguments: [true, false])
    func oneAppend(isCommand: Bool) async throws {
        let (flow, log) = (try LoadedFlow(Self.text), FaultyLog())
        let run = try await LiveRun.begin(flow, in: log, NotingHandler(of: flow.table), time: TestClock())
        for _ in 1..<2000 { run.deliver(LiveRunTests.told) }
        #expect(log.taken.map(\.records.count) == [Int](repeating: 1, count: 2000))
        if isCommand {
            #expect(try await run.send(named: "count") == .accepted)
        } else {
            run.deliver(LiveRunTests.told)
        }
        let last = try #require(log.taken.last)
        #expect(last.records.map(\.sequence) == [2000, 2001])
        #expect(last.records.compactMap(\.event?.cause) == [isCommand ? .asked : .heard, .overrun])
        // If the run went on, the loop over its states would never end.
        try #require(last.standing == .over)
        #expect(log.taken.count == 2001)
        for try await _ in run.states {}
        #expect(run.durableStateName == "gone")
        #expect(try await log.records(of: run.id).count == 2002)
    }
}
