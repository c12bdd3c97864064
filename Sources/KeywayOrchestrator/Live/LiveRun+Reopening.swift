import KeywayCore
import KeywayLog
import KeywayRuns

/// A log that failed is opened again in place: the run keeps its state, its values and its handlers, and hands the log what it
/// lacks.
extension LiveRun {
    /// Lets the run wait for another opening of its log; false where nobody opens the log again, or another opening would not help.
    func suspend(because error: LogError, in state: inout LiveState) -> Bool {
        guard state.failure == nil, orchestrator.reopen(for: self, after: state.log.salt, because: error) else {
            return false
        }
        state.suspension = error
        return true
    }

    /// Has the run handed the present opening of the log, which has this salt, where the log was opened again since the run was made.
    func catchUp(with salt: UInt64) {
        withState { state in
            if state.log.salt != salt { _ = suspend(because: .unavailable(retryAfter: nil), in: &state) }
        }
    }

    /// The sequence of the first record that the log may lack; nil where it lacks none.
    var firstUnsure: UInt64? { withStateIfAwake({ $0.undurable.firstUnsure }, ifPacked: nil) }

    /// Takes another opening of the log, and hands it the records that it lacks.
    ///
    /// Records that the log has after all are not written again. If it has other records at those sequences, somebody else has gone on
    /// with the run, and it is stopped.
    /// - Parameter records: those of the run that the log has from `firstUnsure` on.
    /// - Returns: true where nothing of the run waits for another call: it goes on with the opening, is stopped, or waits for a later
    ///   opening. False where the log had no room for all of the records: the rest waits for another call.
    func goOn(with log: any EventLog, having records: [Record]) -> Bool {
        // A packed run (a live run at rest, kept as bytes) has no log of its own: unpacked, it takes the orchestrator's present one.
        withStateIfAwake({ goOn(with: log, having: records, in: &$0) }, ifPacked: true)
    }

    private func goOn(with log: any EventLog, having records: [Record], in state: inout LiveState) -> Bool {
        guard state.failure == nil else { return true }
        // This opening was handed over before.
        if state.log.salt == log.salt, !state.isSuspended { return true }
        // Whether this opening has taken records of the run: an earlier call may have handed it as many as it had room for.
        var isFollowing = state.log.salt == log.salt
        let suspension = state.suspension
        (state.log, state.suspension) = (log, nil)
        defer { setAlarm(in: &state) }
        do throws(LogError) {
            func handIfLacking(_ append: Append) throws(LogError) -> Bool {
                if try isKnown(append, among: records) { return false }
                // An overloaded log still has a little room, for what runs decide now: a run whose records find none is stopped.
                if log.isOverloaded { throw .overloaded }
                do throws(LogError) {
                    let isPending = try hand(append, to: log)
                    isFollowing = true
                    return isPending
                } catch {
                    throw error.behindOthers(isFollowing)
                }
            }
            while try state.undurable.hand(to: log.salt, handIfLacking) {
                // True in every app: only a test plants the fault.
                guard orchestrator.recovery.planted != .tellsKnownLate else { continue }
                // What the log has goes to the courier before the log is handed more: its report on that could come first.
                post(noteDurable(state.undurable.takeWithoutReport(), in: &state), in: &state)
            }
        } catch .overloaded {
            state.suspension = suspension ?? .unavailable(retryAfter: nil)
        } catch {
            if !suspend(because: error, in: &state) { post(abandon(because: .log(error), in: &state), in: &state) }
            return true
        }
        post(noteDurable(state.undurable.takeWithoutReport(), in: &state), in: &state)
        return !state.isSuspended
    }

    /// Whether the log has the records.
    ///
    /// - Throws: `LogError.conflict` where it has others in their place.
    private func isKnown(_ append: Append, among records: [Record]) throws(LogError) -> Bool {
        guard let first = append.records.first, let start = records.first?.sequence, first.sequence >= start,
            first.sequence - start < UInt64(records.count)
        else { return false }
        let found = records[Int(first.sequence - start)...].prefix(append.records.count)
        guard found.map(\.codedBytes) == append.records.map(\.codedBytes) else {
            throw .conflict(run: id, expected: first.sequence, actual: start + UInt64(records.count))
        }
        return true
    }
}

extension LogError {
    /// The error as it counts for an append; `isBehind` says whether the append stands behind others of the run that are not durable.
    ///
    /// A log that failed has dropped the earlier appends, so a conflict does not show that somebody else writes the run; whether somebody
    /// does is known when the log is opened again.
    func behindOthers(_ isBehind: Bool) -> LogError {
        if isBehind, case .conflict = self { .unavailable(retryAfter: nil) } else { self }
    }

    /// Whether the append was refused because the log lacks records before it.
    func isLack(ofRecordsBefore append: Append) -> Bool {
        guard case .conflict(_, expected: _, let actual) = self, let first = append.records.first else { return false }
        return actual < first.sequence
    }
}
