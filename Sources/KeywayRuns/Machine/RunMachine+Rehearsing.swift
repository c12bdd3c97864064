package import KeywayCore
package import KeywayLog

/// For rehearsals, which play a counterexample of `explore` as a run.
///
/// The explored run says what happens at a restart, and in which order: nothing here fires an overdue deadline.
extension RunMachine {
    /// Adds the record that another process goes on with the run, and decides nothing yet that follows from it.
    package mutating func recordResumption(_ resumption: Resumption, at now: Instant) -> Record {
        latest = max(now, latest)
        var decision = RunDecision()
        noteResumption(resumption, at: append(.resumed(resumption), of: 0, to: &decision))
        return decision.records[0]
    }
}
