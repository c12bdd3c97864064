import KeywayTesting
import Testing

@testable import KeywayDebugger

@Suite("Moves, one after the other as a search asks for them")
struct MoveCandidatesTests {
    @Test(
        "Every allowed move comes once, the shortest first, and of equally short ones that of the first input",
        arguments: 0..<40 as Range<UInt64>)
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ends: [Int64] = [.min, 0, 3, 40, .max]
        let moments = Set((0..<20).map { _ in Int64.random(in: 0...40, using: &generator) } + [.max]).sorted()
        let inputs = (0..<6).map { place -> (recorded: InputEdit.Recorded, allowed: ClosedRange<Int64>) in
            let at = Int64.random(in: 0...40, using: &generator)
            let (low, high) = (ends.randomElement(using: &generator) ?? at, ends.randomElement(using: &generator) ?? at)
            return (InputEdit.Recorded(sequence: UInt64(place), event: "e", at: at), min(low, at)...max(high, at))
        }
        let all = inputs.flatMap { input in
            moments.filter { $0 != input.recorded.at && input.allowed.contains($0) }.map {
                InputEdit.move(input.recorded, to: $0)
            }
        }
        let sorted = all.enumerated().sorted {
            ($0.element.movedTime, $0.offset) < ($1.element.movedTime, $1.offset)
        }
        #expect(Array(MoveCandidates(of: inputs, to: moments)) == sorted.map(\.element))
    }

    @Test("Of a long run's moves no more are made than are asked for", .timeLimit(.minutes(1)))
    func long() {
        // All of them together are a hundred million.
        let times = (0..<10_000).map { Int64($0 * 100) }
        let inputs = times.map { at in
            (recorded: InputEdit.Recorded(sequence: UInt64(at), event: "e", at: at), allowed: 0...Int64.max)
        }
        #expect(MoveCandidates(of: inputs, to: times).prefix(1000).allSatisfy { $0.movedTime == 100 })
    }
}
