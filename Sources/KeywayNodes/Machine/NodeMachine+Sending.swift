import KeywayCore
import KeywayLog
import KeywayRuns

/// What the node asks of the engine: as much at once as it can, on a few connections.
extension NodeMachine {
    /// Sends what is to be asked now.
    mutating func send(into outputs: inout [NodeOutput]) {
        if work.wantsBeat {
            work.wantsBeat = false
            send(.beat(lease: terms.lease), as: .beat(at: now), into: &outputs)
        }
        guard work.backoff.until <= now else { return }
        // Appends come last: there may always be some.
        while work.isFree(for: .writing), sendSettles(into: &outputs) {}
        while work.isFree(for: .writing), sendConfirms(into: &outputs) {}
        while work.isFree(for: .writing), sendDeviceLoads(into: &outputs) {}
        while work.isFree(for: .writing), sendDeviceChanges(into: &outputs) {}
        while work.isFree(for: .writing), sendAppends(into: &outputs) {}
        // Proposals that were decided just now and have no records are to be confirmed: nothing else might come to send this later.
        while work.isFree(for: .writing), sendConfirms(into: &outputs) {}
        while work.isFree(for: .reading), sendFind(into: &outputs) {}
        while work.isFree(for: .reading), sendLoads(into: &outputs) {}
        while work.isFree(for: .looking), sendLook(into: &outputs) {}
        if work.isFree(for: .watching) { sendWatch(into: &outputs) }
    }

    private mutating func send(
        _ statement: EngineStatement, as sent: EngineWork.Sent, into outputs: inout [NodeOutput]
    ) {
        outputs.append(.send(statement, number: work.note(sent)))
    }

    /// Decides what waits for runs, and sends the records of as many as go in one statement; returns whether there were some.
    ///
    /// Inputs are decided only now, so that all that came to a run while the connections were busy goes in one append.
    private mutating func sendAppends(into outputs: inout [NodeOutput]) -> Bool {
        var appends: [SharedAppend] = []
        while appends.count < terms.greatestSet, let id = work.ready.popFirst() {
            runs[id]?.isReady = false
            if let notBefore = runs[id]?.notBefore, notBefore > now {
                wake(id, at: notBefore)
                continue
            }
            if runs[id]?.proposal == nil { decide(id, into: &outputs) }
            guard var proposal = runs[id]?.proposal, proposal.phase == .waiting else { continue }
            if proposal.sentAt == nil, proposal.givesOrders, !lease.isHeld(at: now) {
                // Without its lease this node may not perform the orders. The inputs are decided anew when it has the lease.
                putBack(id)
                waitForLease(id)
                continue
            }
            proposal.phase = .sent
            proposal.sentAt = proposal.sentAt ?? now
            if runs[id]?.isJudged == true { proposal.look = runs[id]?.look }
            runs[id]?.proposal = proposal
            endLook(of: id)
            appends.append(append(of: proposal, beginning: runs[id]?.beginning?.new))
            commitTooEarly(proposal, of: id, into: &outputs)
        }
        if appends.isEmpty { return false }
        counts.appendStatements += 1
        send(.append(appends), as: .append(appends.map { ($0.run, $0.id) }), into: &outputs)
        return true
    }

    /// The planted mistakes of taking an append for durable that is only sent.
    private mutating func commitTooEarly(_ proposal: Proposal, of id: RunID, into outputs: inout [NodeOutput]) {
        if planted == .performsBeforeDurable {
            carryOut(proposal.consequences, of: id, sentAt: now, into: &outputs)
        }
        if planted == .acknowledgesUnknown { answer(proposal.answers, into: &outputs) }
    }

    /// The proposal as the engine gets it.
    private func append(of proposal: Proposal, beginning: NewRun?) -> SharedAppend {
        var append = SharedAppend(
            id: proposal.id, run: proposal.machine.run, records: proposal.records,
            request: beginning?.request, promise: promise(of: proposal.machine),
            isOver: proposal.machine.isFinished, movesRun: proposal.movesRun)
        (append.device, append.change) = (beginning?.device, proposal.change)
        append.clear = proposal.clear
        append.needsKey = beginning?.flow.takesValuesBack ?? false
        return append
    }

    /// When some node must look at the run as this machine has it, by the engine's clock; nil where nothing of it happens by itself.
    ///
    /// A deadline is left to this node for a while: other nodes look only when it is late. As long as orders are open, the run is
    /// looked at once in a lease.
    func promise(of machine: RunMachine) -> Instant? {
        let deadline = machine.nextDue?.advanced(byMilliseconds: terms.grace)
        // The node that frees a lane may die before the run that gets it is told.
        let awaitsLane = planted != .forgetsLines && machine.awaitsLane
        let awaits = planted != .promisesDeadlinesOnly && !machine.unfinishedOrders.isEmpty || awaitsLane
        let lease = awaits ? engineTime.advanced(byMilliseconds: terms.lease) : nil
        return [deadline, lease].compactMap { $0 }.min()
    }

    /// Takes from a queue what goes in one statement; empty only where nothing in the queue is still to be asked.
    ///
    /// A run that waits in a queue may have been given up or forgotten since, and a whole set of them must not keep back those behind it.
    /// - Parameter item: what is asked about a run; nil where nothing is.
    private mutating func nextSet<Item>(
        _ queue: WritableKeyPath<EngineWork, RunQueue>, _ item: (RunID, Boxed<NodeRun>) -> Item?
    ) -> [Item] {
        while !work[keyPath: queue].isEmpty {
            let set = work[keyPath: queue].take(terms.greatestSet).compactMap { id in
                runs[id].flatMap { item(id, $0) }
            }
            if !set.isEmpty { return set }
        }
        return []
    }

    // Each function below sends one statement if something of its kind is to be asked; those with a result return false where nothing is.
    // `sendFind` returns true as well where it has only passed over a run that no longer waits to begin.

    private mutating func sendSettles(into outputs: inout [NodeOutput]) -> Bool {
        let asked = nextSet(\.settles) { id, run in run.proposal.map { (run: id, first: $0.first) } }
        if asked.isEmpty { return false }
        for (id, _) in asked { runs[id]?.proposal?.phase = .settling }
        send(.settle(asked), as: .settle(asked.map(\.run)), into: &outputs)
        return true
    }

    private mutating func sendConfirms(into outputs: inout [NodeOutput]) -> Bool {
        let asked = nextSet(\.confirms) { id, run in run.proposal?.phase == .confirming ? id : nil }
        if asked.isEmpty { return false }
        send(.confirm(asked), as: .confirm(asked), into: &outputs)
        return true
    }

    private mutating func sendLoads(into outputs: inout [NodeOutput]) -> Bool {
        let asked = nextSet(\.loads) { id, run in (run: id, from: run.next) }
        if asked.isEmpty { return false }
        send(.load(asked), as: .load(asked.map(\.run), at: now), into: &outputs)
        return true
    }

    private mutating func sendDeviceLoads(into outputs: inout [NodeOutput]) -> Bool {
        if work.deviceLoads.isEmpty { return false }
        let asked = work.deviceLoads.take(terms.greatestSet)
        send(.devices(asked), as: .devices(asked, at: now), into: &outputs)
        return true
    }

    private mutating func sendDeviceChanges(into outputs: inout [NodeOutput]) -> Bool {
        if work.deviceChanges.isEmpty { return false }
        let asked = Array(work.deviceChanges.prefix(terms.greatestSet))
        work.deviceChanges.removeFirst(asked.count)
        let changes = asked.compactMap { devices[$0]?.keeping?.change }
        send(.changeDevices(changes), as: .changeDevices(asked), into: &outputs)
        return true
    }

    private mutating func sendFind(into outputs: inout [NodeOutput]) -> Bool {
        guard let id = work.finds.popFirst() else { return false }
        guard let request = runs[id]?.beginning?.new.request else { return true }
        send(.find(request: request), as: .find(id), into: &outputs)
        return true
    }

    /// Sends one of the statements by which the node looks at runs; those that end a look come first.
    private mutating func sendLook(into outputs: inout [NodeOutput]) -> Bool {
        if !work.postponements.isEmpty {
            let postponed = Array(work.postponements.prefix(terms.greatestSet))
            work.postponements.removeFirst(postponed.count)
            send(.postpone(postponed), as: .postpone, into: &outputs)
        } else if !work.endedLooks.isEmpty {
            let ended = Array(work.endedLooks.prefix(terms.greatestSet))
            work.endedLooks.removeFirst(ended.count)
            send(.endLooks(ended), as: .endLooks, into: &outputs)
        } else if !work.livings.isEmpty {
            let looked = work.livings.take(terms.greatestSet)
            var nodes: Set<NodeID> = []
            for id in looked {
                guard case .asking(let owners, _) = runs[id]?.look?.step else { continue }
                nodes.formUnion(owners.values.map(\.node))
            }
            send(.living(nodes.sorted()), as: .living(looked, asked: nodes), into: &outputs)
        } else if work.wantsVersions {
            work.wantsVersions = false
            send(.versions(besides: served + unserved), as: .versions, into: &outputs)
        } else if work.wantsLook {
            work.wantsLook = false
            let look = EngineStatement.look(limit: terms.greatestSet, lease: terms.lease, serving: served)
            send(look, as: .look, into: &outputs)
        } else {
            return false
        }
        return true
    }

    private mutating func sendWatch(into outputs: inout [NodeOutput]) {
        let asked = nextSet(\.watched) { id, run in (run: id, next: run.next) }
        if !asked.isEmpty { send(.continued(asked), as: .continued, into: &outputs) }
    }
}
