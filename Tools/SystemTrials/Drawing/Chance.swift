import KeywayTesting

/// Makes random choices; the same seed makes the same ones again.
struct Chance {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// True with this chance, in percent.
    mutating func percent(_ share: Int) -> Bool { generator.happens(percent: share) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    /// Each element with this chance, in percent.
    mutating func some<Element>(_ elements: [Element], percent share: Int) -> [Element] {
        elements.filter { _ in percent(share) }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
}
