import KeywayTesting

extension Array {
    /// The same elements with the runs taking turns at random; the elements of one run keep their order.
    ///
    /// In this array the elements of a run must stand together.
    ///
    /// - Parameters:
    ///   - count: how many runs there are.
    ///   - run: gives the number of an element's run, from 0.
    func interleaved(
        among count: Int, using random: inout SeededGenerator, by run: (Element) -> Int
    ) -> [Element] {
        var turns = map(run)
        turns.shuffle(using: &random)
        var next = [Int](repeating: 0, count: count)
        for (index, element) in enumerated().reversed() { next[run(element)] = index }
        return turns.map { run in
            defer { next[run] += 1 }
            return self[next[run]]
        }
    }
}
