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
        /// The orders of the process before that have no end yet: no answer came, and no end of their handler.
        var interrupted: [UnfinishedOrder]
        /// How many performances were noted before the app died: those of repeated orders are inserted behind them.
        var performances: Int
        /// Whether a leg was told `restored`: all overdue deadlines were decided before that.
        var hasToldRestored = false
    }

    /// The app dies, and another process goes on from what the log has, with the run's personal and secret values or without them.
    mutating func die(withValues hasValues: Bool) {
        finishReturn()
        lanes.wait()
        let death = timetable.addMoment()
        moments.append(Moment(number: death, content: .restart(after: 0, withValues: hasValues)))
        keepTime(at: death, besides: .crash, in: 0)
        let back = timetable.addMoment()
        moments.append(Moment(number: back, content: nil))
        do {
            run = try RunMachine.redoing(records, by: run.flow, openedBy: hasValues ? sealer : nil)
        } catch {
            preconditionFailure("the same machine decided these records: \(error)")
        }
        let resumption = Resumption(epoch: 1, wallTime: Self.instant(of: back), salt: 0)
        records.append(run.recordResumption(resumption, at: Self.instant(of: back)))
        retained = RetainedCallbacks()
        for place in performances.indices where performances[place].answered == nil {
            performances[place].isLost = true
        }
        returning = Returning(moment: back, interrupted: run.unfinishedOrders, performances: performances.count)
    }

    /// The leg went elsewhere because the run came back: what it had asked by then is not asked, and gets its `otherwise`.
    mutating func giveUp(_ asked: [UnfinishedOrder], of leg: Int) {
        for var order in asked where order.leg == leg {
            returning?.interrupted.removeAll { $0.order.id == order.order.id }
            order.isPerformedAgain = false
            returning?.interrupted.append(order)
        }
    }

    /// Whether the occurrence is one that the new process decides at once.
    func isOfReturn(_ occurrence: Occurrence) -> Bool {
        guard let returning else { return false }
        let notRepeated = returning.interrupted.filter { !$0.isPerformedAgain && run.isOpen($0.order.id) }
        let mayBeOverdue = !returning.hasToldRestored && (run.someLegWantsRestored || !notRepeated.isEmpty)
        switch occurrence.kind {
        case .restored: return true
        case .timer: return mayBeOverdue
        case .limit(let effect):
            return mayBeOverdue
                || notRepeated.contains {
                    $0.order.effect == effect && flows[occurrence.flow].name == tree.legs[$0.leg].name
                }
        default: return false
        }
    }

    /// Requires of the timetable that a deadline which is decided when the run comes back is due by then, and no other
    /// before it.
    mutating func keepTimeOfReturn(_ kind: Occurrence.Kind, in leg: Int) {
        guard let returning else { return }
        if kind == .restored { self.returning?.hasToldRestored = true }
        guard let overdue = deadlines.first(where: { $0.isOf(kind, in: leg) }), mustBeOverdue(kind, in: leg) else {
            return
        }
        timetable.require(returning.moment, notBefore: overdue.duration, after: overdue.start)
        for other in deadlines where !other.isOf(kind, in: leg) {
            let gap = overdue.duration - other.duration + (overdue.precedes(other) ? 0 : 1)
            timetable.require(other.start, notBefore: gap, after: overdue.start)
        }
    }

    /// Whether what the deadline brings comes only where it has passed.
    ///
    /// An order that is not performed again gets its `otherwise` at the restart, whenever its limit is; but before
    /// `restored` only if the limit has passed.
    private func mustBeOverdue(_ kind: Occurrence.Kind, in leg: Int) -> Bool {
        guard let returning, case .limit(let effect) = kind,
            let open = tree.legs[leg].run.openEffects.first(where: { $0.effect == effect })
        else { return true }
        let isRepeated = returning.interrupted.first { $0.order.id == open.order }?.isPerformedAgain ?? true
        return isRepeated || !returning.hasToldRestored && run.someLegWantsRestored
    }

    /// Ends the return: no other deadline was overdue, and each open order that may be repeated is performed again.
    mutating func finishReturn() {
        guard let returning else { return }
        self.returning = nil
        keepTime(at: returning.moment, besides: .crash, in: 0)
        let again = returning.interrupted.filter { $0.isPerformedAgain && run.isOpen($0.order.id) }
        let places = performances.count
        for interrupted in again { note([interrupted.order], of: interrupted.leg, at: returning.moment) }
        let performed = performances[places...]
        performances.removeSubrange(places...)
        performances.insert(contentsOf: performed, at: returning.performances)
    }
}
