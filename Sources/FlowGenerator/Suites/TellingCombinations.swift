/// Combinations of values for a cell whose guards ask about more than can be tried in all combinations.
///
/// The first combination has the first value of each place, the next one the second value of each, and so on. Where a combination shows
/// something that none before it has shown, for example that a branch of a choice is taken, it is tried again with each of its values
/// changed by itself. So what lies behind many choices is reached from one choice to the next.
struct TellingCombinations<Value: Hashable> {
    /// In the order in which they were tried.
    private(set) var all: [[Value]] = []

    /// Finds them.
    ///
    /// - Parameters:
    ///   - values: for each place of a combination those that it can have, at least one.
    ///   - limit: how many combinations there are at most.
    ///   - marks: tells what a combination shows.
    init<Mark: Hashable>(of values: [[Value]], limit: Int, marks: ([Value]) -> Set<Mark>) {
        var shown: Set<Mark> = []
        var known: Set<[Value]> = []
        func add(_ combination: [Value]) {
            if all.count < limit, known.insert(combination).inserted { all.append(combination) }
        }
        for step in 0..<(values.map(\.count).max() ?? 1) { add(values.map { $0[step % $0.count] }) }
        var next = 0
        while next < all.count {
            let combination = all[next]
            next += 1
            let marks = marks(combination)
            guard !marks.isSubset(of: shown) else { continue }
            shown.formUnion(marks)
            for (place, choices) in values.enumerated() {
                for value in choices {
                    var changed = combination
                    changed[place] = value
                    add(changed)
                }
            }
        }
    }
}
