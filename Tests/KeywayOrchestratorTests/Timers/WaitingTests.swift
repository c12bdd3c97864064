import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Waiting")
struct WaitingTests {
    /// A time source that counts how often a sleep was begun; a test moves its clock, `manual`.
    final class CountingAlarm: Orchestrator.TimeSource {
        let manual = TestClock()
        private let count = Lock(0)

        var sleeps: Int { count.withLock { $0 } }
        var now: Instant { manual.now }

        func sleep(until instant: Instant) async throws {
            count.withLock { $0 += 1 }
            try await manual.sleep(until: instant)
        }
    }

    /// A time source whose sleeps return at once, whatever instant they are to last until.
    final class HastyAlarm: Orchestrator.TimeSource {
        let system = Orchestrator.SystemTime()
        private let count = Lock(0)

        var sleeps: Int { count.withLock { $0 } }
        var now: Instant { system.now }

        func sleep(until instant: Instant) async throws {
            count.withLock { $0 += 1 }
        }
    }

    static let text = """
        flow Waiting version 1
        command again
        command soon
        final failed
        within 20m -> failed
        ignore unrecognised
        state first {
          timer early
          on again -> first
          on soon stay { set early 1s }
          on early -> failed
          after 10s -> failed
        }
        """

    @Test("A deadline that moves away begins no new wait, one that comes nearer replaces the wait, and all are kept")
    func oneWait() async throws {
        let (flow, alarm, log) = (try LoadedFlow(Self.text), CountingAlarm(), MemoryLog())
        let run = try await LiveRun.begin(flow, in: log, NotingHandler(of: flow.table), time: alarm)
        #expect(try await eventually { alarm.sleeps == 1 })
        for _ in 0..<9 {
            alarm.manual.advance(by: .seconds(1))
            try await run.send(named: "again")
        }
        #expect(alarm.sleeps == 1)
        // The instant has come until which the first wait lasts, and nothing is due, because the deadline has moved.
        alarm.manual.advance(by: .seconds(1))
        #expect(try await eventually { alarm.sleeps == 2 })
        try await run.send(named: "soon")
        #expect(try await eventually { alarm.sleeps == 3 })
        #expect(flow.table.states[run.durableState.state].name == "first")
        alarm.manual.advance(by: .seconds(1))
        for try await _ in run.states {}
        #expect(try await run.events(in: log).last == "early: taken")
    }

    @Test("A time source whose sleep returns early is asked again, after ever longer pauses")
    func hasty() async throws {
        let alarm = HastyAlarm()
        let instant = alarm.now.advanced(byMilliseconds: 300)
        try await alarm.wait(until: instant)
        #expect(alarm.now >= instant)
        // Each pause is twice as long as the one before; on a slow machine there are fewer.
        #expect(alarm.sleeps <= 10)
    }

    @Test(
        "The system's time sleeps until an instant that its clock cannot count to, also where the clock is set before 1970",
        arguments: [1_800_000_000_000, -1000, .min] as [Int64], [.max, .max / 2] as [Int64])
    func far(_ start: Int64, _ end: Int64) async throws {
        let (time, instant) = (
            Orchestrator.SystemTime(beginningAt: Instant(milliseconds: start)), Instant(milliseconds: end)
        )
        let sleeper = Task { try await time.sleep(until: instant) }
        try await Task.sleep(for: .milliseconds(20))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        // The past needs no sleep.
        try await time.sleep(until: Instant(milliseconds: .min))
    }
}
