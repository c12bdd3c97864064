package import KeywayCore
import KeywayLog
import KeywayRuns

/// What follows from durable records: handlers are called, told that nobody waits for them, or let go of.
extension NodeMachine {
    /// Carries out what follows from a `Proposal`, whose records are durable by now and were first sent at that moment of the monotonic
    /// clock.
    ///
    /// Only orders are left to perform. Handlers to be cancelled are found by `cancelUnwanted`, also where another node has ended their
    /// orders; lanes were asked for and freed in the device's row, by the append itself.
    mutating func carryOut(
        _ consequences: [Consequence], of id: RunID, sentAt: Int64, into outputs: inout [NodeOutput]
    ) {
        for case .perform(let order) in consequences { perform(order, sentAt: sentAt, into: &outputs) }
    }

    /// Has the order's handler called. An order that may not be performed now is left: `NodeRun.ordersWithoutHandler` finds it, and the
    /// node takes it over itself once it has its lease.
    private mutating func perform(_ order: LegOrder, sentAt: Int64, into outputs: inout [NodeOutput]) {
        let id = order.key.run
        // The order's handler may still be at work here, if another node took the order over and this one took it back.
        if runs[id]?.performing[order.key] != nil { return }
        // The order is not this node's if another node took it over first, or if its effect is `volatile` and nobody waits for its answer:
        // the run does not keep such an order among the open ones, of which alone the node knows who performs them.
        let isOwn = runs[id]?.owners[order.order.id]?.node == node
        guard planted == .performsBeforeDurable || isOwn else {
            // A `volatile` effect only shows something: no log asks for the order's end, and what is shown late is of no use.
            if order.isForgotten, lease.isHeld(at: now) { hand(order, before: lease.until, into: &outputs) }
            return
        }
        guard order.order.isComplete else {
            let ended = Input.finished(order.key, leg: order.leg, .valueGone)
            runs[id]?.queue.append(WaitingInput(ended))
            return
        }
        guard let end = latestStart(order, sentAt: sentAt) else { return }
        runs[id]?.performing[order.key] = .underWay
        beginWatching(id)
        hand(order, before: end, into: &outputs)
    }

    private mutating func hand(_ order: LegOrder, before end: Int64, into outputs: inout [NodeOutput]) {
        runs[order.key.run]?.hasHandlers = true
        outputs.append(.perform(order, before: end))
    }

    /// Until when a handler may be called for an order that became durable by an append which was first sent at that moment; nil if not
    /// at all. All by the monotonic clock.
    ///
    /// Where the lease had a gap since, another node may have taken the order over, or be about to: this node takes it over itself then, by
    /// an append of its own. And where the order's limit may have passed, any node may have decided the effect's `otherwise`.
    private func latestStart(_ order: LegOrder, sentAt: Int64) -> Int64? {
        if planted == .performsAfterLease { return .max }
        guard lease.isUnbroken(from: sentAt, until: now) else { return nil }
        let open = runs[order.key.run]?.machine?.legs[order.leg].run.openEffects.first { $0.order == order.order.id }
        guard let limit = open?.limit else { return lease.until }
        let end = min(lease.until, now + (limit.milliseconds - clock.latest(at: now).milliseconds))
        return now < end ? end : nil
    }

    /// Cancels this node's handlers whose orders have ended, by the node's own records or another's.
    mutating func cancelUnwanted(of id: RunID, into outputs: inout [NodeOutput]) {
        guard let run = runs[id], let machine = run.machine, !run.performing.isEmpty else { return }
        let ended = run.performing.filter { !machine.isOpen($0.key.order) }
        for (key, handling) in ended.sorted(by: { $0.key.order.precedes($1.key.order) }) {
            runs[id]?.performing[key] = nil
            if handling == .underWay { outputs.append(.cancel(key)) }
        }
    }

    /// Whether the app's handlers of a run are kept here also while none of them is at work, as an orchestrator keeps them: the run goes
    /// on, and this node was the last to append to it or to look at it, or performs an order of it.
    ///
    /// A node that does not hear that another one goes on with the run keeps them until it reads the run again or forgets it.
    package func keepsHandlers(of id: RunID) -> Bool {
        guard let run = runs[id], let machine = run.machine, !machine.isOver else { return false }
        return run.keepsTime || run.owners.values.contains { $0.node == node }
    }

    /// Has the handlers of the run let go of, if the node keeps them no longer.
    mutating func letGoOfHandlers(of id: RunID, into outputs: inout [NodeOutput]) {
        guard runs[id]?.hasHandlers == true, !keepsHandlers(of: id) else { return }
        runs[id]?.hasHandlers = false
        outputs.append(.letGo(id))
    }
}

extension LegOrder {
    /// Whether no log asks for the order's end: its effect is `volatile`, so that it only shows something, and nobody waits for an answer.
    fileprivate var isForgotten: Bool { effect.isVolatile && !isAwaited }
}

extension EffectOrder.ID {
    /// Whether this order was given before the other one of the same run.
    func precedes(_ other: EffectOrder.ID) -> Bool {
        (sequence, index) < (other.sequence, other.index)
    }
}
