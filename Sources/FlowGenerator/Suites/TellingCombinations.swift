/// Combinations of values for a cell whose guards ask about more than can be tried in all combinations.
///
/// The first combination has the first value of each place, the next one the second value of each, and so on. Where a combination shows
/// something that none before it has shown, for example that a branch of a choice is taken, it is tried again with each of its values
/// changed by itself. So what lies behind many choices is reached from one choice to the next.
///
/// A guard that asks several values at once, such as whether no two of them are equal, may be met by none of these. So for each such group
/// of places all combinations of their values are looked through as well, and each one that shows something new is tried.
struct TellingCombinations<Value: Hashable> {
    /// In the order in which they were tried.
    private(set) var all: [[Value]] = []
    /// A group of places with more combinations than this is not looked through.
    private static var greatestGroup: Int { 4096 }

    /// Finds the combinations.
    ///
    /// - Parameters:
    ///   - values: for each place of a combination those that it can have, at least one.
    ///   - groups: places whose values one guard asks together.
    ///   - limit: how many combinations there are at most.
    ///   - marks: tells what a combination shows.
    init<Mark: Hashable>(of values: [[Value]], asked groups: [[Int]] = [], limit: Int, marks: ([Value]) -> Set<Mark>) {
        var shown: Set<Mark> = []
        var known: Set<[Value]> = []
        func add(_ combination: [Value]) {
            if all.count < limit, known.insert(combination).inserted { all.append(combination) }
        }
        for step in 0..<(values.map(\.count).max() ?? 1) { add(values.map { $0[step % $0.count] }) }
        var met = all.reduce(into: Set<Mark>()) { $0.formUnion(marks($1)) }
        for group in groups {
            for combination in Self.combinations(of: group, among: values) {
                let marks = marks(combination)
                guard !marks.isSubset(of: met) else { continue }
                met.formUnion(marks)
                add(combination)
            }
        }
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

    /// All combinations of the values of these places, beside the first value of each other place; none where there are too many.
    private static func combinations(of places: [Int], among values: [[Value]]) -> [[Value]] {
        guard places.reduce(1, { min($0 * values[$1].count, greatestGroup + 1) }) <= greatestGroup else { return [] }
        return places.reduce([values.map { $0[0] }]) { combinations, place in
            combinations.flatMap { combination in
                values[place].map { value in
                    var changed = combination
                    changed[place] = value
                    return changed
                }
            }
        }
    }
}
