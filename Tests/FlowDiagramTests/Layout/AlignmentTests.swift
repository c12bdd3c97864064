import KeywayTesting
import Testing

@testable import FlowDiagram

@Suite("Where things stand from left to right")
struct AlignmentTests {
    @Test("The network simplex finds places that no others are better than", arguments: 1...60)
    func simplex(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = 4
        let ties = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
            let tail = Int.random(in: 0..<(count - 1), using: &generator)
            return NetworkSimplex.Tie(
                tail: tail, head: Int.random(in: (tail + 1)..<count, using: &generator),
                length: Int.random(in: 0...2, using: &generator), weight: Int.random(in: 0...3, using: &generator))
        }
        let beginning = (0..<count).map { _ in Int.random(in: 0...9, using: &generator) }
        for start in [[0, 0, 0, 0], beginning] {
            let places = NetworkSimplex(from: start, ties: ties).places
            #expect(cost(places, ties) == leastCost(count, ties), "seed \(seed)")
        }
    }

    /// The sum of weight times distance over all ties; nil where a tie's ends are nearer than its length.
    private func cost(_ places: [Int], _ ties: [NetworkSimplex.Tie]) -> Int? {
        var cost = 0
        for tie in ties {
            let distance = places[tie.head] - places[tie.tail]
            if distance < tie.length { return nil }
            cost += tie.weight * distance
        }
        return cost
    }

    /// The least cost of all places from 0 to 6: a chain of three ties, each of length 2 at most, needs no place beyond 6.
    private func leastCost(_ count: Int, _ ties: [NetworkSimplex.Tie]) -> Int? {
        var all = [[Int]()]
        for _ in 0..<count { all = all.flatMap { places in (0...6).map { places + [$0] } } }
        return all.compactMap { cost($0, ties) }.min()
    }

    @Test("The nearest values that do not fall are as near as any", arguments: 1...40)
    func isotonic(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let wishes = (0..<5).map { _ in Int.random(in: 0...5, using: &generator) }
        let found = Isotonic.nearest(to: wishes)
        #expect(found == found.sorted())
        func distance(_ values: [Int]) -> Int { zip(values, wishes).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        var all = [[Int]()]
        for _ in wishes { all = all.flatMap { values in ((values.last ?? 0)...5).map { values + [$0] } } }
        #expect(distance(found) == all.map(distance).min(), "seed \(seed)")
    }

    @Test("A long line is straight across the borders of groups")
    func straightAcrossBorders() {
        var diagram = Diagram(title: "Straight")
        let outer = diagram.addGroup("outer")
        let inner = diagram.addGroup("inner", in: outer)
        let top = diagram.addNode("top")
        let aside = diagram.addNode("aside", in: outer)
        let bottom = diagram.addNode("bottom", in: inner)
        diagram.addEdge(from: .node(top), to: .node(aside), labels: ["aside"])
        diagram.addEdge(from: .node(aside), to: .group(inner), labels: ["down"])
        diagram.addEdge(from: .node(top), to: .node(bottom), labels: ["long"])
        let lines = Layout(diagram).lines.filter { $0.edges == [2] }
        #expect(Set(lines.flatMap { $0.path.segments.flatMap { [$0.start.x, $0.end.x] } }).count == 1)
    }
}
