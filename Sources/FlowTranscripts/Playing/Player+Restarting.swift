package import KeywayCore
import KeywayLog
import KeywayRuns

extension Player {
    /// Where a run stands as another process finds it in the records, before that process decides anything.
    package struct Comeback {
        /// The sequence of the last record that the earlier process wrote.
        package var last: UInt64
        /// When the process goes on.
        package var at: Instant
        /// The run's legs; values that the process does not have are withheld in them.
        package var legs: [Leg]
    }

    /// Lets another process go on with the run, which it knows from the run's records alone.
    ///
    /// Answers on their way are gone, and so is what SDKs retained. Other runs come back as well, to their places in the queues for
    /// lanes.
    /// - Parameter hasValues: whether the process has the run's key, and with it the personal and secret values.
    ///   Transient values are gone in any case.
    mutating func restart(withValues hasValues: Bool, _ tell: (RunStep) -> Void) throws(RunError) {
        do {
            machine = try RunMachine.redoing(records, by: machine.flow, openedBy: hasValues ? sealer : nil)
        } catch let error as KeyError {
            throw .key(error)
        } catch {
            preconditionFailure("the player's own machine decided these records: \(error)")
        }
        machine.comeBack(
            as: Resumption(epoch: log?.epoch ?? 1, wallTime: now, salt: log?.salt ?? 0), at: now, hasValues: hasValues)
        comeback = Comeback(last: records.last?.sequence ?? 0, at: now, legs: machine.legs)
        performer.forgetAnswers()
        retained = RetainedCallbacks()
        lanes.standAgain(machine.lanes, at: now)
        if machine.wantsToResume(at: now) { try decide(.timeReached, tell) }
    }
}
