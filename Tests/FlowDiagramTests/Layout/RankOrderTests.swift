import KeywayTesting
import Testing

@testable import FlowDiagram

@Suite("The order of a rank")
struct RankOrderTests {
    @Test("Sifting never makes more crossings, and leaves the title in front", arguments: 1...40)
    func sifting(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let touches = (0..<6).map { item in
            let places = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                Double.random(in: 0...6, using: &generator)
            }
            return (above: item == 0 ? [] : places, below: item == 0 ? [] : Array(places.reversed().prefix(1)))
        }
        let order = RankCrossings(touches).sifted(first: 1)
        #expect(order.first == 0 && order.sorted() == Array(0..<6))
        #expect(crossings(order, touches) <= crossings(Array(0..<6), touches), "seed \(seed)")
    }

    private func crossings(_ order: [Int], _ touches: [(above: [Double], below: [Double])]) -> Int {
        var count = 0
        for (place, left) in order.enumerated() {
            for right in order[(place + 1)...] {
                for one in touches[left].above { count += touches[right].above.count { $0 < one } }
                for one in touches[left].below { count += touches[right].below.count { $0 < one } }
            }
        }
        return count
    }

    @Test("Two lines that cross are brought apart")
    func apart() {
        #expect(RankCrossings([([1], []), ([0], [])]).sifted(first: 0) == [1, 0])
    }
}
