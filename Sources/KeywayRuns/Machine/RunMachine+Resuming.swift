package import KeywayCore
package import KeywayLog

/// Says that the run came back in this process, an earlier one having died, and that its `resumed` record is not made yet.
struct PendingResumption: Sendable {
    /// What the record will say.
    var resumption: Resumption
    /// Whether the `resumed` record is written at once, and not only in front of the next decision.
    var isUrgent: Bool
    /// Whether the run has its personal and secret values again.
    var hasValues: Bool
}

extension RunMachine {
    /// Notes that another process goes on with the run, whose records so far were all decided once more.
    ///
    /// The run writes a `resumed` record, with the time of the return, in front of what it decides next. Until then nothing is written: a
    /// run that only waits costs the log nothing when a process begins.
    /// - Parameters:
    ///   - resumption: with the wall clock as it is now.
    ///   - now: on the run's clock; it stands there until the `resumed` record is made.
    ///   - isClockBehind: whether the wall clock was set back. Then the `resumed` record is written at once, so that the
    ///     next process knows from where the clock went on.
    ///   - hasValues: whether the run has its personal and secret values again: none of them is `withheld`.
    ///   - recovery: what becomes of open orders.
    package mutating func comeBack(
        as resumption: Resumption, at now: Instant, isClockBehind: Bool = false, hasValues: Bool = false,
        by recovery: Recovery = .sound
    ) {
        latest = max(now, latest)
        pendingResumption = PendingResumption(resumption: resumption, isUrgent: isClockBehind, hasValues: hasValues)
        self.recovery = recovery
    }

    /// Whether there is something to decide as soon as the run has come back: a deadline is past, an order is open whose handler died
    /// with its process, or the flow says what coming back means where the run stands.
    package func wantsToResume(at now: Instant) -> Bool {
        guard let pendingResumption else { return false }
        return pendingResumption.isUrgent || !orders.isEmpty || someLegWantsRestored
            || nextDue.map { $0 <= now } ?? false
    }

    /// Writes the `resumed` record, lets happen what is due, tells the legs `restored`, then ends or repeats each order whose handler
    /// died with its process: all this at the time of the return, however much later the decision is made.
    ///
    /// So who is told `restored` depends on where the legs stood then, and not on a timer that fires in this process. Timers and
    /// limits that are due come first, then what the flow itself says of coming back. An order that one of these steps has closed is
    /// neither ended nor repeated. An order of a leg that `restored` moved gets its `otherwise` if the flow still waits for the order's
    /// answer. So does an order that one of these steps gives and that needs a value which is gone. An effect that is not `once` may be
    /// performed twice, with the same key.
    mutating func resume(
        as pending: PendingResumption, hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) {
        pendingResumption = nil
        let interrupted = orders.entries
        noteResumption(pending.resumption, at: append(.resumed(pending.resumption), of: 0, to: &decision))
        restoring = Restoring(end: legs.count, time: latest, hasValues: pending.hasValues)
        decideOwed(hearing: retained, into: &decision)
        passTime(endsLimits: true, hearing: retained, into: &decision)
        let givenUp = tellRestored(hearing: retained, into: &decision)
        let interruptedIDs = Set(interrupted.map(\.order.id))
        // An order given since the run came back cannot be performed either if it needs a value that is gone.
        let withoutHandler = orders.entries.filter {
            interruptedIDs.contains($0.order.id) || !$0.order.isComplete || givenUp.contains($0.order.id)
        }
        var impossible: Set<EffectOrder.ID> = []
        for entry in withoutHandler where orders.contains(entry.order.id) {
            let closing = end(
                entry, isGivenUp: givenUp.contains(entry.order.id), hearing: retained, into: &decision)
            if closing == .valueGone { impossible.insert(entry.order.id) }
        }
        decision.consequences = decision.consequences.compactMap { consequence in
            guard case .perform(let order) = consequence else { return consequence }
            if impossible.contains(order.order.id) { return .leaveUnperformed(order) }
            return givenUp.contains(order.order.id) ? nil : consequence
        }
        // Orders of an earlier process are performed before those that were given just now.
        let again = interrupted.filter { orders.contains($0.order.id) && fate(of: $0) == .performedAgain }
        decision.consequences.insert(contentsOf: again.map { performance(of: $0) }, at: 0)
    }

    /// The consequence that an open order is performed, with the key that it has had from the beginning.
    func performance(of entry: OpenOrders.Entry) -> Consequence {
        .perform(
            LegOrder(
                leg: entry.leg, flow: tree.legs[entry.leg].flow, order: entry.order, key: key(of: entry.order.id),
                isAwaited: entry.isAwaited))
    }

    /// Notes the record that says that another process goes on: the keys of orders from there on have its salt.
    mutating func noteResumption(_ resumption: Resumption, at sequence: UInt64) {
        orders.resume(from: sequence, with: resumption.salt)
        keeping.noteChange()
    }

    /// What becomes of an order whose handler died with its process.
    ///
    /// An order for whose answer nobody waits may outlive its run. One that brings down each process which performs it would be performed
    /// at each start of the app, with a record each time: in a run that has changed too often it ends.
    func fate(of entry: OpenOrders.Entry) -> Recovery.Fate {
        let effect = tree.legs[entry.leg].flow.table.effects[entry.order.effect]
        let fate = recovery.fate(of: effect, isComplete: entry.order.isComplete)
        return fate == .performedAgain && !entry.isAwaited && keeping.isAtChangeLimit ? .closed : fate
    }

    /// Ends an order that is not performed again: by its fate, or because `restored` moved its leg (`isGivenUp`). Returns how the order
    /// ended; nil where it is performed again, or no record tells its end.
    @discardableResult
    mutating func end(
        _ entry: OpenOrders.Entry, isGivenUp: Bool, hearing retained: RetainedCallbacks,
        into decision: inout RunDecision
    ) -> Closing? {
        switch fate(of: entry) {
        case .performedAgain where isGivenUp, .answered, .closed:
            if recovery.planted == .writesNoEnds { return nil }
            // An order of this process was never at work.
            let isNew = orders.wasGivenSinceResuming(entry.order.id)
            let closing = isNew && !entry.order.isComplete ? Closing.valueGone : .interrupted
            finish(entry.order.id, of: entry.leg, closing, hearing: retained, into: &decision)
            return closing
        case .performedAgain, .forgotten: return nil
        }
    }
}
