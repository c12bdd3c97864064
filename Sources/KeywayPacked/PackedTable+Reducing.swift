import KeywayCore

extension PackedTable {
    /// Takes events through many runs, each as the next record of its run, and tells every step.
    ///
    /// - Parameters:
    ///   - events: in the order in which they are decided.
    ///   - runs: the runs, each of which its events move on.
    ///   - arrival: what an event is to the table, asked when its turn comes.
    ///   - tell: is handed nil, and nothing has happened, where only the `Table` can decide an event or there is no
    ///     such run.
    @inlinable @inline(__always)
    public func reduce<Arriving>(
        _ events: [Arriving], into runs: inout PackedRuns, arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, PackedStep?) -> Void
    ) {
        asked.withUnsafeBufferPointer { asked in
            reduce(events, into: &runs, arrival: arrival, tell: tell) { cell, variables, fields in
                var answers: UInt64 = 0
                var bit = 0
                // As many questions for every cell, so that the loop has a fixed length; the cell masks the answers
                // that it did not ask for.
                while bit < width {
                    let place = Int(truncatingIfNeeded: cell.shift) &+ bit
                    answers |= asked[place].answer(variables, fields) &<< UInt64(truncatingIfNeeded: place)
                    bit &+= 1
                }
                return answers
            }
        }
    }
}
