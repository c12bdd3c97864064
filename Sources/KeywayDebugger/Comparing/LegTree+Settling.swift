import KeywayCore

extension LegTree {
    /// Decides what steps have brought to other legs, until nothing is owed; returns the steps, each with the state that its
    /// leg had reached by it.
    ///
    /// - Parameters:
    ///   - now: the time of the steps.
    ///   - sequence: the sequence of the next step; it is raised by one with each step.
    ///   - limit: no step gets this sequence or a later one. A flow that begins sub-flows which end at once would never settle.
    mutating func settle(
        at now: Instant, sequence: inout UInt64, below limit: UInt64
    ) -> [(step: LegStep, state: Int)] {
        var steps: [(step: LegStep, state: Int)] = []
        while sequence < limit, let step = decideOwed(at: now, sequence: sequence) {
            sequence += 1
            steps.append((step, legs[step.leg].run.state))
        }
        return steps
    }
}
