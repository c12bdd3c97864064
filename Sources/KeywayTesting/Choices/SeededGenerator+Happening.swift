extension SeededGenerator {
    /// Draws whether something happens that happens in `percent` of 100 cases.
    package mutating func happens(percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
