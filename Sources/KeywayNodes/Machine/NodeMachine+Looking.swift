import KeywayCore
import KeywayLog
import KeywayRuns

/// Looks at runs whose promise has passed: a deadline is late, or orders are open and their node may be gone.
extension NodeMachine {
    /// The engine has given this node a run to look at.
    mutating func look(at looked: RunToLookAt, into outputs: inout [NodeOutput]) {
        let id = looked.run
        // What is under way moves the run, or finds that it has moved.
        if runs[id]?.isBusy == true || runs[id]?.beginning != nil { return }
        runs[id, default: NodeRun()].look = RunLook(run: looked)
        noteUse(of: id)
        load(id)
    }

    /// The run's blocks were read: asks who of its performers lives.
    mutating func judge(_ id: RunID) {
        guard let run = runs[id], run.look != nil else { return }
        let others = run.performers.values.contains { $0.node != node }
        if !others {
            runs[id]?.look?.step = .judged(left: [:], at: now, atMost: nil)
        } else if lease.mayJudge(at: now) || planted == .judgesAfterGap {
            work.livings.append(id)
        } else {
            // Only deadlines are looked after; the orders are put off until this node may judge.
            runs[id]?.look?.step = .judged(left: [:], at: now, atMost: terms.lease)
        }
    }

    /// The engine has said how long which nodes live.
    mutating func judge(_ ids: [RunID], living: [NodeID: Int64], into outputs: inout [NodeOutput]) {
        for id in ids {
            guard case .asking(let performers, let moment) = runs[id]?.look?.step else { continue }
            let left = performers.filter { living[$0.value.node] == nil }
            let soonest = performers.values.compactMap { living[$0.node] }.min()
            runs[id]?.look?.step = .judged(left: left, at: moment, atMost: soonest)
            goOn(with: id, into: &outputs)
        }
    }

    /// Decides what becomes of orders whose nodes are gone, or that this node should perform and does not.
    mutating func takeOver(of run: NodeRun, in attempt: inout Attempt, into outputs: inout [NodeOutput]) {
        var left: [EffectOrder.ID: NodeRun.Performer] = [:]
        if case .judged(let found, let moment, _) = run.look?.step {
            // With a gap since then, others may have called this node dead.
            if lease.isUnbroken(from: moment, until: now) || planted == .judgesAfterGap { left = found }
        }
        guard lease.isHeld(at: now) else { return }
        let own = run.leftOrders(of: node, at: clock.latest(at: now))
        // Somebody may have taken an order over since the engine was asked.
        let taken = attempt.machine.unfinishedOrders.map(\.order.id).filter { order in
            own.contains(order) || left[order].map { $0 == run.performers[order] } ?? false
        }
        if !taken.isEmpty { takeOver(taken, in: &attempt, into: &outputs) }
    }

    private mutating func takeOver(
        _ taken: [EffectOrder.ID], in attempt: inout Attempt, into outputs: inout [NodeOutput]
    ) {
        switch planted {
        case .takesWithoutRecord:
            var untold = attempt
            untold.decide(own: .takenOver(taken), at: present)
            for case .perform(let order) in untold.consequences.dropFirst(attempt.consequences.count) {
                runs[order.key.run]?.performing[order.key] = .underWay
                outputs.append(.perform(order, before: .max))
            }
            let once = attempt.machine.unfinishedOrders.filter { !$0.isPerformedAgain }.map(\.order.id)
            attempt.decide(own: .takenOver(taken.filter { once.contains($0) }), at: present)
        case .beginsAgain:
            attempt.machine.recovery = Recovery(planted: .repeatsOnce)
            attempt.decide(own: .takenOver(taken), at: present)
            attempt.machine.recovery = .sound
        default: attempt.decide(own: .takenOver(taken), at: present)
        }
    }

    /// The look has found nothing to do.
    mutating func postpone(_ id: RunID) {
        guard let run = runs[id], let look = run.look, case .judged(_, _, let atMost) = look.step,
            let machine = run.machine
        else { return }
        // `judge` has a limit only where orders are open.
        let promise = [promise(of: machine), atMost.map { present.advanced(byMilliseconds: $0) }].compactMap { $0 }
            .min()
        work.postponements.append(Postponement(look.run, next: machine.nextSequence, promise: promise))
        runs[id]?.keepsTime = true
        runs[id]?.look = nil
    }

    /// Something is appended after a look, and moves the run's promise.
    mutating func endLook(of id: RunID) {
        if runs[id]?.isJudged == true { runs[id]?.look = nil }
    }
}

extension NodeRun {
    /// Whether it is known what a look has to do.
    var isJudged: Bool { if case .judged = look?.step { true } else { false } }
}
