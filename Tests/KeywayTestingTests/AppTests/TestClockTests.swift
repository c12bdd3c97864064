import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@Suite("The clock that stands")
struct TestClockTests {
    @Test("Who sleeps wakes when the clock has come there, and not before")
    func waking() async throws {
        let clock = TestClock(at: Instant(milliseconds: 5000))
        let woken = NotedThings()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for second in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(until: Instant(milliseconds: 5000 + Int64(second) * 1000))
                    woken.note("\(second)")
                }
            }
            clock.advance(by: .seconds(2))
            while woken.things.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(Set(woken.things) == ["1", "2"])
            clock.advance(by: .seconds(1))
            try await group.waitForAll()
        }
        #expect(woken.things.last == "3")
        #expect(clock.now == Instant(milliseconds: 8000))
    }

    @Test("The past needs no sleep, and the clock never goes back")
    func past() async throws {
        let clock = TestClock()
        try await clock.sleep(until: Instant(milliseconds: -1))
        try await clock.sleep(until: clock.now)
        clock.advance(by: .seconds(-1))
        #expect(clock.now == Instant(milliseconds: 0))
        clock.advance(by: .microseconds(1999))
        #expect(clock.now == Instant(milliseconds: 1))
    }

    @Test("Who is cancelled sleeps no more", arguments: [true, false])
    func cancelled(isEarly: Bool) async throws {
        let clock = TestClock()
        let sleeper = Task {
            if isEarly { try? await Task.sleep(for: .seconds(3600)) }
            try await clock.sleep(until: Instant(milliseconds: 1))
        }
        if !isEarly { for _ in 0..<100 { await Task.yield() } }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        clock.advance(by: .seconds(1))
    }
}
