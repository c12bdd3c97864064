import KeywayCore

extension PackedTable {
    /// Decides many events, each as the next record of its run, and hands every step to `tell`.
    ///
    /// - Parameters:
    ///   - events: in the order in which they are decided.
    ///   - runs: the runs, which the events change.
    ///   - arrival: gives the packed event, with its run and time, when the event's turn comes; nil where it cannot be packed.
    ///   - tell: is handed each event with its step. The step is nil, and nothing has happened, where only the `Table` can
    ///     decide the event, `arrival` gave nil, or there is no such run.
    @inlinable @inline(__always)
    public func reduce<Arriving>(
        _ events: [Arriving], into runs: inout PackedRuns, arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, PackedStep?) -> Void
    ) {
        asked.withUnsafeBufferPointer { asked in
            reduce(events, into: &runs, arrival: arrival, tell: tell) { cell, variables, fields in
                var answers: UInt64 = 0
                var bit = 0
                // Every cell is answered the same number of questions, so that the loop has a fixed length; the cell masks
                // out the answers that it did not ask for.
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
