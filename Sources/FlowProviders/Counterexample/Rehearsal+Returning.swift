import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns

extension Rehearsal {
    /// A run that another process has just gone on with: it decides at once what is overdue, `restored`, and the `otherwise` of orders
    /// that are not performed again.
    struct Returning {
        /// When the app runs again.
        var moment: Int
        /// What the process before had ordered, and nobody has answered.
        var interrupted: [RunMachine.InterruptedOrder]
        /// How many performances there were when the app died: those of the same orders come next.
        var performances: Int
        /// Whether a leg was told that the run came back: after that nothing is overdue.
        var isTold = false
        /// The deadline that was decided last, with the moment from which it counts.
        var overdue: (set: Int, duration: Int64)?
    }

    /// The app dies, and another process goes on from what the log has.
    mutating func die() {
        finishReturn()
        let death = timetable.addMoment()
        moments.append(Moment(number: death, content: .restart(after: 0)))
        keepTime(at: death, besides: .crash, in: 0)
        let back = timetable.addMoment()
        moments.append(Moment(number: back, content: nil))
        guard let first = records.first, case .began(let beginning) = first.content else { return }
        var (recovered, _) = RunMachine.redoing(first, of: beginning, flow: run.flow)
        for record in records.dropFirst() {
            do throws(MalformedRecord) { _ = try recovered.redo(record) } catch {
                preconditionFailure("the same machine decided the record with sequence \(error.sequence)")
            }
        }
        run = recovered
        let resumption = Resumption(epoch: 1, wall: Self.instant(of: back), salt: 0)
        records.append(run.resume(as: resumption, at: Self.instant(of: back)))
        retained = RetainedCallbacks()
        for place in performances.indices where performances[place].answered == nil {
            performances[place].isLost = true
        }
        returning = Returning(moment: back, interrupted: run.interruptedOrders, performances: performances.count)
    }

    /// Whether the new process decides this at once.
    func isOfReturn(_ occurrence: Occurrence) -> Bool {
        guard let returning else { return false }
        let cutShort = returning.interrupted.filter { !$0.isPerformedAgain && run.isOpen($0.order.id) }
        let mayBeOverdue = !returning.isTold && (run.someLegWantsRestored || !cutShort.isEmpty)
        switch occurrence.kind {
        case .restored: return true
        case .timer: return mayBeOverdue
        case .limit(let effect):
            return mayBeOverdue
                || cutShort.contains {
                    $0.order.effect == effect && flows[occurrence.leg].name == tree.legs[$0.leg].name
                }
        default: return false
        }
    }

    /// What is decided when the run comes back was due by then, the earliest first.
    mutating func keepTimeOfReturn(_ kind: Occurrence.Kind, in leg: Int) {
        guard let back = returning?.moment else { return }
        let run = tree.legs[leg].run
        var deadline: Instant?
        switch kind {
        case .timer(let timer): deadline = run.timers.first { $0.timer == timer }?.deadline
        case .limit(let effect):
            guard let open = run.openEffects.first(where: { $0.effect == effect }) else { return }
            let isEnded = returning?.interrupted.contains { $0.order.id == open.order && !$0.isPerformedAgain } ?? false
            if !isEnded { deadline = open.limit }
        case .restored: returning?.isTold = true
        default: break
        }
        guard let deadline else { return }
        let (quotient, duration) = deadline.milliseconds.quotientAndRemainder(dividingBy: Self.stride)
        let set = Int(quotient)
        timetable.require(back, notBefore: duration, after: set)
        if let earlier = returning?.overdue, (earlier.set, earlier.duration) != (set, duration) {
            // Of two at one instant the one that was set first goes first.
            let gap = earlier.duration - duration + (earlier.set < set ? 0 : 1)
            if earlier.set == set {
                timetable.require(set, notBefore: gap, after: set)
            } else {
                timetable.require(set, notBefore: gap, after: earlier.set)
            }
        }
        returning?.overdue = (set, duration)
    }

    /// Nothing else was overdue, and what is not answered yet is performed again.
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
