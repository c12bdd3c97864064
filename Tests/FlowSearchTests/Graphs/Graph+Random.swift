import FlowSearch

/// A small generator whose whole state is its seed. Source: SplitMix64, Steele, Lea and Flood, 2014.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

extension Graph {
    /// A graph of up to nine nodes, three facts and three obligations. A step has few of the facts and touches few of the obligations.
    static func random(seed: UInt64) -> Graph {
        var numbers = SeededNumbers(seed: seed)
        let count = Int.random(in: 1...9, using: &numbers)
        func someOfThree() -> UInt64 { (numbers.next() & numbers.next() & 7) }
        func step(_ label: Int) -> Step {
            Step(
                UInt32(label), to: Configuration(node: .random(in: 0..<count, using: &numbers)),
                facts: Facts(rawValue: someOfThree()), touching: Obligations(rawValue: someOfThree()))
        }
        let first = (0..<Int.random(in: 0...2, using: &numbers)).map(step)
        let edges = (0..<Int.random(in: 0...(2 * count), using: &numbers)).map {
            Edge(from: .random(in: 0..<count, using: &numbers), step: step(10 + $0))
        }
        let pending = (0..<count).map { _ in Obligations(rawValue: numbers.next() & 7) }
        return Graph(first: first, edges: edges, pending: pending)
    }

    /// The random graphs of the seeds from 0, each with its seed, so that a failure can name it.
    static func samples(_ count: UInt64) -> [(seed: UInt64, graph: Graph)] {
        (0..<count).map { ($0, random(seed: $0)) }
    }
}
