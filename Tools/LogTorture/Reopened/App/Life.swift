import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// One life of the app, from the opening of its orchestrator to its end; its handlers do what the seed draws.
final class Life: Sendable {
    /// A handler fails, as the seed draws.
    struct Failed: Error {}

    let number: Int
    /// Whether each handler succeeds at once.
    let isCalm: Bool
    let clock: TestClock
    let witness: Witness
    private let seed: UInt64
    private let words: WordNumbers

    init(
        _ number: Int, isCalm: Bool, clock: TestClock, witness: Witness, words: WordNumbers, seed: UInt64
    ) {
        (self.number, self.isCalm, self.clock, self.witness) = (number, isCalm, clock, witness)
        (self.words, self.seed) = (words, seed)
    }

    /// Does what the seed draws for the order that the calling handler performs: returns at once or later, fails, or hangs until nobody waits
    /// any more.
    ///
    /// - Parameter isAwaited: whether the flow waits for the answer: such a handler may hang.
    /// - Returns: whether what was asked went well.
    func perform(isAwaited: Bool) async throws -> Bool {
        guard let key = CallbackRoute.current?.key else { throw Failed() }
        if isCalm { return true }
        let place = key.order.sequence &* 31 &+ UInt64(key.order.index) &* 97
        var chance = SeededGenerator(seed: seed ^ key.run.low &+ place &+ UInt64(number))
        switch Int.random(in: 0..<8, using: &chance) {
        case 0: throw Failed()
        case 1: try await pass(.milliseconds(Int.random(in: 1...9_000, using: &chance)))
        case 2 where isAwaited: try await pass(.seconds(3_600))
        // The handler does not look whether it is cancelled.
        case 3 where isAwaited: try? await pass(.milliseconds(Int.random(in: 1...9_000, using: &chance)))
        case 4: try await Task.sleep(for: .microseconds(Int.random(in: 1...2_000, using: &chance)))
        case 5: await Task.yield()
        default: break
        }
        return Int.random(in: 0..<3, using: &chance) > 0
    }

    private func pass(_ duration: Duration) async throws {
        guard case .duration(let milliseconds) = duration.flowValue else { return }
        try await clock.sleep(until: clock.now.advanced(byMilliseconds: milliseconds))
    }

    /// The SDK says something to the run that called it.
    func speak() {
        CallbackRoute.current?.deliver(words.word(isReady: false))
    }
}

/// The numbers of what the SDK says, each said once.
final class WordNumbers: Sendable {
    private let last = Lock<Int64>(0)

    /// What the SDK says next: `READY`, which it retains, or a word with a number of its own.
    func word(isReady: Bool) -> RawValue {
        if isReady { return .object(["word": .text("READY")]) }
        let number = last.withLock { last in
            last += 1
            return last
        }
        return .object(["word": .text("SPOKE"), "number": .integer(number)])
    }
}
