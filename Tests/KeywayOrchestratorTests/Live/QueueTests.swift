import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("A queue")
struct QueueTests {
    @Test("gives back what was put in, in order, as an array would", arguments: 0..<20 as Range<UInt64>)
    func order(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = Queue<Int>()
        var array: [Int] = []
        for step in 0..<2000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<(step % 200 < 100 ? 7 : 3):
                queue.append(step)
                array.append(step)
            case 9 where step % 50 == 0:
                #expect(queue.removeAll() == array, "seed \(seed), step \(step)")
                array = []
            default:
                let first = array.isEmpty ? nil : array.removeFirst()
                #expect(queue.popFirst() == first, "seed \(seed), step \(step)")
            }
            #expect(queue.first == array.first, "seed \(seed), step \(step)")
            #expect((0..<queue.count).map { queue[$0] } == array, "seed \(seed), step \(step)")
        }
    }

    @Test("keeps nothing alive that was taken out of it")
    func release() {
        final class Thing {}
        var queue = Queue<Thing>()
        weak var taken: Thing?
        do {
            let thing = Thing()
            taken = thing
            queue.append(thing)
            queue.append(Thing())
        }
        #expect(taken != nil)
        _ = queue.popFirst()
        #expect(taken == nil && queue.count == 1)
    }
}
