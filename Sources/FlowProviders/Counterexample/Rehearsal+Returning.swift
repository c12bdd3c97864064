import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns

extension Rehearsal {
    /// What a new process still decides at once after the app died: overdue deadlines, then `restored`, then the `otherwise` of each
    /// order that is not performed again.
    struct Returning {
        /// The number of the moment at which the app runs again.
        var moment: Int
        /// The orders of the process before that have not ended yet: no answer came, and no end of their handler.
        var interrupted: [UnfinishedOrder]
        /// How many performances were noted before the app died: those of repeated orders are inserted behind them.
        var performances: Int
        /// Whether a leg was told `restored`: all overdue deadlines were decided before that.
        var hasToldRestored = false
        /// The limits of orders that got their `otherwise` since the app came back. Whether a limit had passed is open: the order may have
        /// got its `otherwise` because nobody performs the order again.
        var perhapsPassed: [Passing] = []
    }

    /// A deadline that may have passed when the run comes back, and those that ran beside it.
    struct Passing {
        var deadline: Deadline
        /// The deadlines that ran beside it, of all legs.
        var others: [Deadline]
    }

    /// The app dies, and another process goes on from what the log has, with the run's personal and secret values or without them.
    mutating func die(withValues hasValues: Bool) {
        finishReturn()
        // No lane is granted before the app dies: another run stands before each leg that waits for one.
        lanes.wait()
        let death = timetable.addMoment()
        // How long the app is away is filled in by `lines(at:)`, once the times are known.
        moments.append(Moment(number: death, content: .restart(after: 0, withValues: hasValues)))
        requireTime(at: death, deciding: .crash, in: 0)
        let back = timetable.addMoment()
        moments.append(Moment(number: back, content: nil))
        do {
            run = try RunMachine.redoing(records, by: run.flow, openedBy: hasValues ? sealer : nil)
        } catch {
            preconditionFailure("the same machine decided these records: \(error)")
        }
        // A rehearsal has one writer, so any epoch and any salt of keys will do.
        let resumption = Resumption(epoch: 1, wallTime: Self.instant(of: back), salt: 0)
        records.append(run.recordResumption(resumption, at: Self.instant(of: back)))
        retained = RetainedCallbacks()
        for place in performances.indices where performances[place].answered == nil {
            performances[place].isLost = true
        }
        returning = Returning(moment: back, interrupted: run.unfinishedOrders, performances: performances.count)
    }

    /// A row for `restored` led the leg to a state, be it the same one (rule 24a): the leg's orders in `earlier`, given before, are not
    /// performed again, and get their `otherwise`.
    mutating func giveUp(_ earlier: [UnfinishedOrder], of leg: Int) {
        for var order in earlier where order.leg == leg {
            returning?.interrupted.removeAll { $0.order.id == order.order.id }
            order.isPerformedAgain = false
            returning?.interrupted.append(order)
        }
    }

    /// Whether the occurrence is one that the new process decides at once.
    func isOfReturn(_ occurrence: Occurrence) -> Bool {
        guard let returning else { return false }
        let ordersToEnd = ordersToEnd
        let mayBeOverdue = !returning.hasToldRestored && (run.someLegWantsRestored || !ordersToEnd.isEmpty)
        switch occurrence.kind {
        case .restored: return true
        case .timer: return mayBeOverdue
        case .limit(let effect):
            return mayBeOverdue
                || ordersToEnd.contains {
                    $0.order.effect == effect && flows[occurrence.flow].name == tree.legs[$0.leg].name
                }
        default: return false
        }
    }

    /// Where a deadline is decided while the run comes back: requires of the timetable that it has passed by then, and before every
    /// other deadline.
    ///
    /// An `otherwise` has one of two causes. The limit of its order has passed; or nobody performs the order again, and then the limit
    /// may lie at any time. The second cause comes only after every leg that decides `restored` was told so, and in the order in which
    /// the orders were given. An `otherwise` that comes sooner has the first cause.
    mutating func requireTimeOfReturn(_ kind: Occurrence.Kind, in leg: Int) {
        if kind == .restored, let returning, !returning.hasToldRestored {
            // No other deadline had passed: those were decided first, also where `restored` closes an order or stops a timer now.
            requireTime(at: returning.moment, deciding: kind, in: leg)
            self.returning?.hasToldRestored = true
        }
        guard let returning, let deadline = deadlines.first(where: { $0.isOf(kind, in: leg) }) else { return }
        let isNextToEnd = ordersToEnd.first.map { $0.leg == leg && kind == .limit(effect: $0.order.effect) } ?? false
        if returning.hasToldRestored {
            if !isNextToEnd { met.insert(.outOfTurn) }
            return
        }
        let passing = Passing(deadline: deadline, others: deadlines.filter { !$0.isOf(kind, in: leg) })
        self.returning?.perhapsPassed.append(passing)
        if isNextToEnd && !run.someLegWantsRestored { return }
        // This is a deadline that has passed, and all that have passed are decided first: so each `otherwise` before was of a limit that
        // had passed, too.
        for passing in returning.perhapsPassed + [passing] { require(passing) }
        self.returning?.perhapsPassed = []
    }

    /// The orders that get their `otherwise` because the run came back, in the order of ordering.
    private var ordersToEnd: [UnfinishedOrder] {
        let interrupted = returning?.interrupted ?? []
        return run.unfinishedOrders.filter { order in
            interrupted.contains { $0.order.id == order.order.id && !$0.isPerformedAgain }
        }
    }

    /// Requires of the timetable that the deadline has passed when the run comes back, and goes before those that ran beside it.
    private mutating func require(_ passing: Passing) {
        guard let returning else { return }
        let (passed, others) = (passing.deadline, passing.others)
        timetable.require(returning.moment, notBefore: passed.duration, after: passed.start)
        for other in others {
            let gap = passed.duration - other.duration + (passed.precedes(other) ? 0 : 1)
            timetable.require(other.start, notBefore: gap, after: passed.start)
        }
    }

    /// Ends the return because something else comes. By then every order that nobody performs again must have got its `otherwise`; where
    /// one has not, that is an obstacle.
    mutating func goOnFromReturn() {
        if ordersToEnd.contains(where: \.order.isComplete) { met.insert(.outOfTurn) }
        finishReturn()
    }

    /// Ends the return: no other deadline was overdue, and each open order that may be repeated is performed again.
    mutating func finishReturn() {
        guard let returning else { return }
        self.returning = nil
        requireTime(at: returning.moment, deciding: .crash, in: 0)
        let again = returning.interrupted.filter { $0.isPerformedAgain && run.isOpen($0.order.id) }
        let places = performances.count
        for interrupted in again { note([interrupted.order], of: interrupted.leg, at: returning.moment) }
        let performed = performances[places...]
        performances.removeSubrange(places...)
        performances.insert(contentsOf: performed, at: returning.performances)
    }
}
