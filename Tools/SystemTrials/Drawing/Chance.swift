import KeywayTesting

/// Choices at random that follow from a seed.
struct Chance {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Whether something is so that is so in so many of a hundred cases.
    mutating func percent(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < share }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    mutating func some<Element>(_ elements: [Element], percent share: Int) -> [Element] {
        elements.filter { _ in percent(share) }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
}
