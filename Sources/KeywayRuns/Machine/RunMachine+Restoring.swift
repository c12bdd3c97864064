import KeywayCore
import KeywayLog

/// Which legs have yet to get the event `restored`, which tells that another process goes on with the run.
///
/// A machine has this value from a `resumed` record until all legs are told.
struct Restoring: Hashable, Sendable {
    /// The first leg that is not told yet.
    var next = 0
    /// Legs from here on began in the new process, and are not told.
    let end: Int
    /// When the run came back: deadlines that were overdue then go before `restored`.
    let time: Instant
    /// Whether the run has its personal and secret values again, which a flow may ask of `restored`.
    var hasValues = false
}

extension RunMachine {
    /// Decides the event `restored` in each leg, the root first. A leg that ignores it, with its values and without, has no record of
    /// it; each other leg has one, whatever `restored` does to it: a later replay must know which legs got the event.
    ///
    /// - Returns: the orders that are given up, those that waited for answers when `restored` moved their leg to another state, or to
    ///   the same one anew. They are not performed again; the flow may still wait for their answers.
    mutating func tellRestored(
        hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) -> Set<EffectOrder.ID> {
        var givenUp: Set<EffectOrder.ID> = []
        if recovery.planted == .tellsNobody { restoring = nil }
        let hasValues = restoring?.hasValues ?? false
        while let (leg, event) = takeNextRestored() {
            let fields: [Value?] = legs[leg].table.asksForValues ? [.bool(hasValues)] : []
            let awaited = orders.entries.filter { $0.leg == leg && $0.isAwaited }.map(\.order.id)
            let decided = decide(
                Event(event, fields: fields), in: leg, because: .restored, isOnRecord: true, hearing: retained,
                into: &decision)
            if decided.disposition == .taken { givenUp.formUnion(awaited) }
        }
        return givenUp
    }

    /// Whether some leg, in its present state, does not ignore `restored`.
    package var someLegWantsRestored: Bool { legs.indices.contains { restoredEvent(of: $0) != nil } }

    /// Notes that a record of the log, which is decided once more, tells this leg `restored`. Returns whether the record may stand here:
    /// the leg is the next that must be told, and no deadline is overdue before the first leg is told.
    ///
    /// If so, the leg counts as told from then on. What the leg does with the event is not decided here.
    mutating func redoRestored(in leg: Int) -> Bool {
        guard tree.isSettled, let restoring else { return false }
        // What a leg does with `restored` may make a deadline overdue. Such a deadline fires only when all legs were told.
        if restoring.next == 0, let nextDue, nextDue <= latest { return false }
        while let next = takeNextRestored() {
            if next.leg == leg { return true }
            if !mayLackRecord(of: next.event, in: next.leg) { return false }
        }
        return false
    }

    /// Returns whether a record of this cause in this leg may stand here. Where all legs must be told `restored` before such a record, the
    /// legs that ignore `restored` are skipped, and the answer is false if a leg is left that does not ignore it.
    mutating func settleRestored(before cause: Cause, in leg: Int) -> Bool {
        guard let restoring else { return true }
        switch cause {
        case .owed, .overrun: return true
        // A leg that begins hears what its sources retained at once. A leg that had begun is told `restored` first.
        case .retained: if tree.beginningLeg == leg { return true }
        // Deadlines that were overdue when the run came back go before `restored`; those that `restored` made overdue go after `restored`.
        case .timer, .limit: if latest == restoring.time, restoring.next == 0 { return true }
        case .asked, .heard, .replied, .failed, .refused, .interrupted, .valueGone, .granted, .restored: break
        }
        return settleRestored()
    }

    /// Skips legs that ignore `restored`; returns false where a leg is left that must be told.
    ///
    /// A leg that is found counts as told from then on. Where none is found, all legs count as told until the run comes back
    /// once more.
    mutating func settleRestored() -> Bool {
        while let next = takeNextRestored() {
            if !mayLackRecord(of: next.event, in: next.leg) { return false }
        }
        return true
    }

    /// The next leg that is told, with the position of `restored` in its flow; nil when all are told. The leg counts as
    /// told from then on.
    private mutating func takeNextRestored() -> (leg: Int, event: Int)? {
        while let pending = restoring, pending.next < min(pending.end, legs.count) {
            restoring?.next += 1
            if let event = restoredEvent(of: pending.next) { return (pending.next, event) }
        }
        restoring = nil
        return nil
    }

    /// The position of `restored` in the leg's flow; nil where the leg has ended, or ignores it both with and without
    /// its values.
    ///
    /// The answer does not depend on whether the run has its values, so a replay of the log finds the same legs.
    private func restoredEvent(of leg: Int) -> Int? {
        let table = legs[leg].table
        guard !tree.isEnded(leg), let event = table.restoredEvent else { return nil }
        let isIgnored = table.restoredVariants.allSatisfy { fields in
            table.verdict(of: event, in: legs[leg].run, fields: fields) ?? .ignore == .ignore
        }
        return isIgnored ? nil : event
    }

    /// Whether a log may have no record of `restored` in the leg: it changes nothing there, with the values of the run
    /// or without, and the log has as many records like it as it keeps.
    ///
    /// Earlier versions of Keyway only counted such a step, and their logs are read as well.
    private func mayLackRecord(of event: Int, in leg: Int) -> Bool {
        let flow = legs[leg].flow
        return flow.table.restoredVariants.contains { fields in
            var run = legs[leg].run
            let step = flow.table.reduce(
                &run, Event(event, fields: fields), at: latest, sequence: nextSequence)
            return !keeping.keeps(
                RecordKeeping.Kind(
                    disposition: step.disposition, changesRun: step.changesRun, endsSomething: false,
                    isAfterTheEnd: false, hasIdentity: false))
        }
    }
}

extension Table {
    /// The fields that `restored` may come with.
    fileprivate var restoredVariants: [[Value?]] { asksForValues ? [[.bool(false)], [.bool(true)]] : [[]] }
}
