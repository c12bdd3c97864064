import KeywayCore

/// From where the first parts of a walk have led, the fewest parts that lead on to each state that was found.
///
/// A part is one thing that the walk does to the run, kept as the numbers that were drawn for it.
struct ShortestWays {
    /// For each state that was reached, by its position, the numbers of the parts that lead there.
    private var ways: [Int: [[UInt32]]] = [:]
    /// The most parts of a way: each part more multiplies the walks to be tried.
    private static let greatestLength = 5

    /// The shortest way to the state of this position, as the numbers of its parts; nil where no way was found.
    subscript(state: Int) -> [[UInt32]]? { ways[state] }

    /// Searches breadth first, by trying the simplest of everything that can come.
    ///
    /// `start`: the beginning and the parts of the walk from whose end the ways lead on. `trials`: how many walks may still be made; each one that is made
    /// is taken off.
    init(after start: ChoiceSequence, runner: WalkRunner, trials: inout Int) {
        guard trials > 0 else { return }
        trials -= 1
        let walked = runner.walkOnce(.recorded(start))
        var frontier: [(way: [[UInt32]], replyCounts: [Int])] = [([], walked.replyCounts)]
        for _ in 0..<Self.greatestLength {
            var next: [(way: [[UInt32]], replyCounts: [Int])] = []
            for (way, replyCounts) in frontier {
                for part in Self.simplest(for: runner.prepared, replyCounts: replyCounts) {
                    guard trials > 0 else { return }
                    trials -= 1
                    let longer = way + [part]
                    var choices = start
                    choices.spans += longer
                    let walk = runner.walkOnce(.recorded(choices))
                    guard walk.states.count == choices.spans.count, let state = walk.states.last,
                        ways[state] == nil
                    else { continue }
                    ways[state] = longer
                    next.append((longer, walk.replyCounts))
                }
            }
            frontier = next
        }
    }

    /// Every command, a callback for each row of a source, every reply to every open order, each lane that is waited for, and time until
    /// something is due, be it far or near.
    ///
    /// A death of the process is not among them: a walk that needs one has it.
    ///
    /// Each is the list of numbers that `WalkedRun.go` draws for it: which kind of thing comes, the numbers that rule out
    /// a repetition and ask for any one of that kind, and which one. `replyCounts`: for each open order how many replies
    /// there are to it, and one for each awaited lane.
    private static func simplest(for prepared: PreparedTable, replyCounts: [Int]) -> [[UInt32]] {
        let table = prepared.table
        let commands: [[UInt32]] = prepared.commands.indices.map { [0, 0, 3, UInt32($0)] }
        let rows = table.sources.reduce(0) { $0 + $1.rows.count }
        let callbacks: [[UInt32]] = (0..<rows).map { [5, 0, 2, UInt32($0)] }
        let replies: [[UInt32]] = replyCounts.enumerated().flatMap { order, count in
            // No number is drawn for an only order; one that is too many, as for an only reply, harms nothing.
            let beginning: [UInt32] = replyCounts.count > 1 ? [10, UInt32(order)] : [10]
            return (0..<count).map { beginning + [UInt32($0)] }
        }
        // 0 waits for what is due next. Where that is more than 180 s away, `WalkedRun.pass` first draws whether to wait so long: 9 is yes.
        return commands + callbacks + replies + [[15, 0], [15, 9, 0]]
    }
}
