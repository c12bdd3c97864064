import KeywayCore

/// The fewest parts of a case that lead from one place of a walk to each state that can be reached from there.
struct ShortestWays {
    /// For each state that was reached, by its position, the numbers of the parts that lead there.
    private var ways: [Int: [[UInt32]]] = [:]
    private static let greatestLength = 5

    subscript(state: Int) -> [[UInt32]]? { ways[state] }

    /// Searches breadth first, by trying the simplest of everything that can come.
    init(after start: [[UInt32]], runner: WalkRunner, trials: inout Int) {
        var frontier: [[[UInt32]]] = [[]]
        for _ in 0..<Self.greatestLength {
            var next: [[[UInt32]]] = []
            for way in frontier {
                for part in Self.simplest(for: runner.prepared) {
                    guard trials > 0 else { return }
                    trials -= 1
                    let longer = way + [part]
                    let walk = runner.walkOnce(.recorded(ChoiceSequence(spans: start + longer)))
                    guard walk.states.count == start.count + longer.count, let state = walk.states.last,
                        ways[state] == nil
                    else { continue }
                    ways[state] = longer
                    next.append(longer)
                }
            }
            frontier = next
        }
    }

    /// Every command, a callback for each row of a source, some replies to open orders, and time until something is
    /// due.
    ///
    /// Each is the list of numbers that `Walker.go` draws for it: which kind of thing comes, the numbers that rule out
    /// a repetition and ask for any one of that kind, and which one.
    private static func simplest(for prepared: PreparedTable) -> [[UInt32]] {
        let table = prepared.table
        let commands: [[UInt32]] = prepared.acting.allCommands.indices.map { [0, 0, 3, UInt32($0)] }
        let rows = table.sources.reduce(0) { $0 + $1.rows.count }
        let callbacks: [[UInt32]] = (0..<rows).map { [5, 0, 2, UInt32($0)] }
        let replies: [[UInt32]] = (0..<8).map { [10, UInt32($0 / 4), UInt32($0 % 4)] }
        return commands + callbacks + replies + [[15, 0]]
    }
}
