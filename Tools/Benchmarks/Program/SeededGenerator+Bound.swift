import KeywayTesting

extension SeededGenerator {
    /// The next random number from 0 up to, and without, the bound.
    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
