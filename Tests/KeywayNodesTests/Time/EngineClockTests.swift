import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayNodes

/// The engine is the shared log as its nodes ask it; the answer to each beat, which renews a node's lease, has the engine's time.
@Suite("The engine's time as a node knows it")
struct EngineClockTests {
    @Test(
        "It is never ahead of the engine's clock and never goes back, whatever beats and answers take",
        arguments: 0..<50)
    func bounds(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let ahead = Int64.random(in: -1_000_000...1_000_000, using: &chance)
        var clock = EngineClock()
        var last = Int64.min
        var monotonic: Int64 = 0
        for _ in 0..<200 {
            let sent = monotonic
            let done = sent + .random(in: 0...300, using: &chance)
            monotonic = done + .random(in: 0...300, using: &chance)
            clock.note(Instant(milliseconds: done + ahead), sentAt: sent, answeredAt: monotonic)
            monotonic += .random(in: 0...3_000, using: &chance)
            let now = clock.now(at: monotonic).milliseconds
            #expect(now <= monotonic + ahead && now >= last, "seed \(seed)")
            #expect(clock.latest(at: monotonic).milliseconds >= monotonic + ahead, "seed \(seed)")
            // Whoever waits for an instant is not woken before it.
            let due = Instant(milliseconds: now + 500)
            #expect(clock.monotonic(due) + ahead >= due.milliseconds, "seed \(seed)")
            last = now
        }
    }

    @Test("A node tells the engine's time once it knows it, and no time before that")
    func told() {
        var node = NodeMachine(NodeID(1), serving: [])
        var outputs: [NodeOutput] = []
        _ = node.receive(.time, at: 1_000, into: &outputs)
        var time = node.time(at: 1_000)
        #expect(time == nil)
        guard case .send(.beat, let number)? = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        _ = node.receive(.answered(number, .success(.beat(Instant(milliseconds: 5_000)))), at: 1_100, into: &outputs)
        time = node.time(at: 1_300)
        #expect(time == Instant(milliseconds: 5_200))
    }
}
