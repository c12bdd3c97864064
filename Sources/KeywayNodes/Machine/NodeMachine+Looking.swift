import KeywayCore
import KeywayLog
import KeywayRuns

/// Looks at runs whose promise has passed: a deadline is late, or orders are open and their node may be gone.
extension NodeMachine {
    /// The engine has given this node a run to look at.
    mutating func look(at looked: RunToLookAt, into outputs: inout [NodeOutput]) {
        let id = looked.run
        counts.looks += 1
        // A look at the run that is under way here goes on, and is this one too: the run is not read once more for it.
        let step = runs[id]?.look?.step ?? .loading
        runs[id, default: Boxed(NodeRun())].look = RunLook(run: looked, step: step)
        noteUse(of: id)
        goOn(with: id, into: &outputs)
    }

    /// Goes on with a look whose run was read: asks which of the nodes that own the run's orders live.
    mutating func judge(_ id: RunID) {
        guard let run = runs[id], run.look != nil else { return }
        // Another run may have given back the lane that this one waits for: the device's row is read again.
        if let device = run.device, run.machine?.awaitsLane == true { forget(device) }
        let others = run.owners.filter { $0.value.node != node }
        if others.isEmpty {
            runs[id]?.look?.step = .judged(abandoned: [:], at: now, atMost: nil)
        } else if lease.mayJudge(at: now) || planted == .judgesAfterGap {
            runs[id]?.look?.step = .asking(others, at: now)
            work.livings.append(id)
        } else {
            // This node may not call others dead yet: it lets late deadlines happen, and looks at the orders after `wait`.
            let wait = min(terms.lease, max(lease.judgesFrom - now, terms.poll))
            runs[id]?.look?.step = .judged(abandoned: [:], at: now, atMost: wait)
        }
    }

    /// Goes on with looks after the engine has told which of the asked nodes live, and for how many milliseconds yet.
    mutating func judge(
        _ ids: [RunID], asked: Set<NodeID>, living: [NodeID: Int64], into outputs: inout [NodeOutput]
    ) {
        for id in ids {
            // A look that began after the engine was asked waits for an answer of its own.
            guard case .asking(let owners, let moment) = runs[id]?.look?.step,
                owners.values.allSatisfy({ asked.contains($0.node) })
            else { continue }
            let abandoned = owners.filter { living[$0.value.node] == nil }
            let soonest = owners.values.compactMap { living[$0.node] }.min()
            runs[id]?.look?.step = .judged(abandoned: abandoned, at: moment, atMost: soonest)
            goOn(with: id, into: &outputs)
        }
    }

    /// Decides what becomes of orders whose nodes are gone, or that this node should perform and does not.
    mutating func takeOver(of run: Boxed<NodeRun>, in proposal: inout Proposal, into outputs: inout [NodeOutput]) {
        var abandoned: [EffectOrder.ID: NodeRun.OrderOwner] = [:]
        if case .judged(let found, let moment, _) = run.look?.step {
            // If this node's lease had a gap since the engine was asked, others may have called this node dead.
            if lease.isUnbroken(from: moment, until: now) || planted == .judgesAfterGap { abandoned = found }
        }
        guard lease.isHeld(at: now) else { return }
        let own = run.value.ordersWithoutHandler(at: node, notDueAt: clock.latest(at: now))
        // Somebody may have taken an order over since the engine was asked.
        let taken = proposal.machine.unfinishedOrders.filter { entry in
            let order = entry.order.id
            return own.contains(order) || abandoned[order].map { $0 == run.owners[order] } ?? false
        }
        // An order that was taken over too often, by whichever nodes, may bring down whoever performs it: it ends as interrupted.
        let (deadly, others) = (
            taken.filter { run.owners[$0.order.id]?.takeovers ?? 0 >= Self.greatestTakeovers },
            taken.filter { run.owners[$0.order.id]?.takeovers ?? 0 < Self.greatestTakeovers }
        )
        for entry in deadly {
            let key = proposal.machine.key(of: entry.order.id)
            proposal.decide(own: .finished(key, leg: entry.leg, .interrupted), at: engineTime)
        }
        if !others.isEmpty { takeOver(others.map(\.order.id), in: &proposal, into: &outputs) }
    }

    /// How often an order is taken over before it ends as interrupted.
    ///
    /// An append that only takes over leaves the engine's count of lookers that died as it is. With as many take-overs as that count
    /// may reach, the engine would set the run aside at the very look that is to end the order.
    private static let greatestTakeovers = EngineStatement.greatestLooks - 1

    /// Decides that this node takes these orders over, by a record that says so; a planted fault does it wrongly.
    private mutating func takeOver(
        _ taken: [EffectOrder.ID], in proposal: inout Proposal, into outputs: inout [NodeOutput]
    ) {
        switch planted {
        case .takesWithoutRecord:
            var unrecorded = proposal
            unrecorded.decide(own: .takenOver(taken), at: engineTime)
            for case .perform(let order) in unrecorded.consequences.dropFirst(proposal.consequences.count) {
                runs[order.key.run]?.performing[order.key] = .underWay
                outputs.append(.perform(order, before: .max))
            }
            let once = proposal.machine.unfinishedOrders.filter { !$0.isPerformedAgain }.map(\.order.id)
            proposal.decide(own: .takenOver(taken.filter { once.contains($0) }), at: engineTime)
        case .beginsAgain:
            proposal.machine.recovery = Recovery(planted: .repeatsOnce)
            proposal.decide(own: .takenOver(taken), at: engineTime)
            proposal.machine.recovery = .sound
        default: proposal.decide(own: .takenOver(taken), at: engineTime)
        }
    }

    /// Ends a look that has found nothing to do: the engine is asked to put off the next one.
    mutating func postpone(_ id: RunID) {
        guard let run = runs[id], let look = run.look, case .judged(_, _, let atMost) = look.step,
            let machine = run.machine
        else { return }
        // `atMost` is nil unless orders of others are open.
        var promise = [promise(of: machine), atMost.map { engineTime.advanced(byMilliseconds: $0) }].compactMap { $0 }
            .min()
        if run.value.isQuiet(at: now) {
            promise = promise.map { max($0, engineTime.advanced(byMilliseconds: run.quietUntil - now)) }
        }
        work.postponements.append(Postponement(look.run, next: machine.nextSequence, promise: promise))
        runs[id]?.keepsTime = true
        runs[id]?.look = nil
    }

    /// Ends a look that has led to the append which is sent now: that append moves the run's promise.
    mutating func endLook(of id: RunID) {
        if runs[id]?.isJudged == true { runs[id]?.look = nil }
    }

    /// Ends a look by which this node does not go on with the run. The engine is told, because it counts the nodes that have looked and
    /// died: where this node is replaced a moment later, that was not the run's doing.
    mutating func endInVain(_ look: RunLook?) {
        if let look { work.endedLooks.append(look.run) }
    }
}

extension RunLook {
    /// Whether this look has yet to read the run.
    var isUnread: Bool { if case .loading = step { true } else { false } }
}

extension NodeRun {
    /// Whether a look has read the run and knows which open orders' nodes are gone, so that the node can decide what to do.
    var isJudged: Bool { if case .judged = look?.step { true } else { false } }
}
