import KeywayTesting

extension Array {
    /// The same elements with the runs taking turns at random; those of one run, which stand together, keep their order.
    ///
    /// - Parameters:
    ///   - count: how many runs there are.
    ///   - run: the number of an element's run, below the count.
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
