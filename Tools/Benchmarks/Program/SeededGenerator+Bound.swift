import KeywayTesting

extension SeededGenerator {
    /// The next number of the sequence as one below the bound.
    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
