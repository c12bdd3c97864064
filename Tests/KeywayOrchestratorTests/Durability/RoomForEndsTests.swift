import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("The ends of handlers while the log is overloaded")
struct RoomForEndsTests {
    private static let text = """
        flow Ringing version 1
        command ring
        effect bell
        final gone
        within 20m -> gone
        ignore unrecognised
        state idle waits for user { on ring stay { do bell } }
        """

    private func closings(in log: FaultyLog) -> Int {
        log.taken.flatMap(\.records).count { if case .closed = $0.content { true } else { false } }
    }

    @Test("They wait for room, and are recorded once there is some")
    func waiting() async throws {
        let (flow, log) = (try LoadedFlow(Self.text), FaultyLog())
        let (returns, letReturn) = AsyncStream.makeStream(of: Void.self)
        let ended = Lock(0)
        let handler = NotingHandler(of: flow.table) { _, _ in
            for await _ in returns {}
            ended.withLock { $0 += 1 }
            return nil
        }
        var runs: [LiveRun] = []
        for _ in 0..<3 {
            let run = try await LiveRun.begin(flow, in: log, handler)
            try await run.send(named: "ring")
            runs.append(run)
        }
        #expect(try await eventually { handler.performedEffects.count == 3 })
        log.overload(true)
        letReturn.finish()
        #expect(try await eventually { ended.withLock { $0 } == 3 })
        // Long enough for a record that does not wait.
        try await Task.sleep(for: .milliseconds(50))
        #expect(closings(in: log) == 0)
        #expect(runs.filter(\.isPerforming).count == 3)
        log.overload(false)
        #expect(try await eventually { closings(in: log) == 3 })
        #expect(try await eventually { runs.filter(\.isPerforming).isEmpty })
        #expect(runs.filter(\.isStopped).isEmpty)
    }
}
