import KeywayCore
import KeywayLog
import KeywayRuns

/// A run as a node has it in memory: what it knows of the log, and what it wants of it.
struct NodeRun: Sendable {
    /// The node that performs an order.
    struct OrderOwner: Hashable, Sendable {
        let node: NodeID
        /// The record by which the node does so: it gave the order, or took it over.
        let fromRecord: UInt64
        /// How often the order was taken over.
        var takeovers = 0
    }

    /// The run as the log has it, so far as this node has read or appended its blocks; nil where the node has done neither.
    var machine: RunMachine?
    /// What the run is to begin with, and who asked; nil once it has begun.
    var beginning: (new: NewRun, asker: Asker)?
    /// The device whose sources and lanes the run shares with other runs; nil for a run that shares none, and while `machine` is nil.
    var device: DeviceID?
    /// The app's own name for the run, with which it began; nil where it gave none, and while `machine` is nil.
    var reference: String?
    /// Which node performs each open order.
    var owners: [EffectOrder.ID: OrderOwner] = [:]
    /// Open orders that this node has handed out to handlers. Those whose handlers have finished stay until the log has the orders' ends.
    var performing: [EffectOrder.Key: Handling] = [:]
    /// What came and is not decided, oldest first.
    var queue: [WaitingInput] = []
    /// What is decided and not known to be in the log; nil where nothing is.
    var proposal: Proposal?
    /// What follows from durable records of this node, held back until the records that stand behind them are read: these may have
    /// ended an order.
    var heldBack: (consequences: [Consequence], sentAt: Int64)?
    /// Whether the engine is asked for the blocks that the node lacks.
    var isLoading = false
    /// How often in a row the engine has not given these blocks, asked for by themselves, though it answered other statements.
    var failedLoads = 0
    /// Whether the run stands in `EngineWork.ready`: it is decided, and its records are sent, when a statement may be sent.
    var isReady = false
    /// Whether the run waits until the node has its lease again.
    var waitsForLease = false
    /// Whether the node asks from time to time if the run has gone on.
    var isWatched = false
    /// Whether somebody wants to be told of each change of the run.
    var isObserved = false
    /// The look that this node takes at the run now; nil where it takes none.
    var look: RunLook?
    /// Whether orders of the run were handed to handlers here that may still be kept (`NodeMachine.keepsHandlers`).
    var hasHandlers = false
    /// Whether this node lets the run's deadlines happen in time: it appended last, or looked last. If more nodes did, each would
    /// decide the deadline, and all but one would lose.
    var keepsTime = false
    /// What `NodeMachine.uses` was when the run was last used: the run with the lowest was used longest ago.
    var lastUse: UInt64 = 0
    /// When the run's alarm goes off, by the monotonic clock; nil where none is set.
    var alarm: Int64?
    /// Until when, by the monotonic clock, nothing is decided for the run and no append of it is sent: the last one was not done, its
    /// values could not be encrypted, or the run or its device could not be read.
    var notBefore = Int64.min
    /// Whether the log has refused an append that had inputs: those that wait are decided one by one, until none waits any more.
    var decidesApart = false
    /// Until when, by the monotonic clock, nothing is decided but what somebody asks: the log refuses all else.
    var quietUntil = Int64.min

    /// How far the handler of an order is.
    enum Handling: Sendable {
        case underWay
        /// The log does not have the end of its order yet.
        case finished
    }

    /// Whether something is under way, so that nothing is decided before it has ended.
    var isBusy: Bool { proposal != nil || isLoading }

    /// Whether the node may forget the run: the log has all of it, no open order is this node's, and nobody observes it.
    func isIdle(at node: NodeID) -> Bool {
        !isBusy && !isObserved && queue.isEmpty && look == nil && heldBack == nil && beginning == nil
            && performing.isEmpty && !owners.values.contains { $0.node == node }
    }

    /// Takes out of the queue the request by which the run begins next, if one waits for that.
    mutating func takeNextBeginning(of run: RunID) -> (new: NewRun, asker: Asker)? {
        for (place, waiting) in queue.enumerated() {
            // A request of another run, which found this one, waits for its first answer and begins nothing.
            guard case .beginning(let new) = waiting.content, new.run == run, let asker = waiting.asker else {
                continue
            }
            queue.remove(at: place)
            return (new, asker)
        }
        return nil
    }

    /// The node's open orders without a handler here: the lease was not held throughout, or the time to call a handler had
    /// passed. Orders whose time limit may be reached at `latest` are left out: the limit ends them.
    func ordersWithoutHandler(at node: NodeID, notDueAt latest: Instant) -> [EffectOrder.ID] {
        guard let machine, heldBack == nil else { return [] }
        return machine.unfinishedOrders.filter { entry in
            let order = entry.order.id
            guard owners[order]?.node == node, performing[machine.key(of: order)] == nil else { return false }
            let open = machine.legs[entry.leg].run.openEffects.first { $0.order == order }
            return open.map { latest < $0.limit } ?? true
        }.map(\.order.id)
    }

    /// The sequence from which on the node has no records.
    var next: UInt64 { machine?.nextSequence ?? 0 }

    /// Takes in the blocks that are new to the node: decides their records once more.
    ///
    /// - Parameter served: the versions of flows that the node serves. A run of one of them follows that very `RunningFlow`, so that
    ///   flows can be compared as objects.
    /// - Throws: `malformed`, also for a record that this node would not have made, and for a damaged block; `newer`
    ///   for a block of a newer version of Keyway, and for a flow whose table has a newer form; `locked` where the values of a record are
    ///   not those of its flow.
    mutating func fold(_ blocks: [SharedBlock], serving served: [FlowVersion]) throws(UnfoldedRun) {
        var decision = RunDecision(tellsSteps: false)
        for block in blocks {
            if let fault = block.fault { throw UnfoldedRun(fault) }
            guard let first = block.records.first, first.sequence >= next else { continue }
            if case .began(let beginning) = first.content { (device, reference) = (block.device, beginning.reference) }
            for record in block.records {
                try fold(record, having: block.opened[record.sequence] ?? [], serving: served, into: &decision)
            }
            note(block.records, by: block.id.node)
        }
        forgetEnded()
    }

    private mutating func fold(
        _ record: Record, having fields: [ClearField], serving served: [FlowVersion], into decision: inout RunDecision
    ) throws(UnfoldedRun) {
        guard let known = machine else {
            machine = try RunMachine.beginning(with: record, serving: served)
            return
        }
        let opened: Record
        do throws(KeyError) { opened = try known.opened(record, having: fields) } catch { throw .locked(error) }
        let redone: Redone?
        do throws(MalformedRecord) { redone = try machine?.redo(opened, into: &decision) } catch {
            throw .malformed(error)
        }
        // The same flow decides the same, unless the record was made by a node of another version of Keyway.
        guard let redone, redone.isExpected, redone.isDue,
            decision.records.isEmpty || decision.records == [record].withoutSealedValues
        else { throw .malformed(MalformedRecord(sequence: record.sequence)) }
    }

    /// Takes the run as a proposal of this node leaves it, whose records are durable.
    mutating func adopt(_ proposal: Proposal, by node: NodeID) {
        if let new = beginning?.new { (device, reference) = (new.device, new.reference) }
        (self.proposal, beginning) = (nil, nil)
        machine = proposal.machine
        keepsTime = true
        // The append has moved the run's promise, so that a look which the old promise led to has nothing to do.
        if look?.isUnread == true { look = nil }
        note(proposal.records, by: node)
        forgetEnded()
    }

    /// Notes who performs the orders that these records gave or took over.
    mutating func note(_ records: [Record], by node: NodeID) {
        guard let machine, let first = records.first?.sequence, let last = records.last?.sequence else { return }
        for entry in machine.unfinishedOrders where (first...last).contains(entry.order.id.sequence) {
            owners[entry.order.id] = OrderOwner(node: node, fromRecord: entry.order.id.sequence)
        }
        for record in records {
            guard case .takenOver(let orders) = record.content else { continue }
            for order in orders {
                let takeovers = (owners[order]?.takeovers ?? 0) + 1
                owners[order] = OrderOwner(node: node, fromRecord: record.sequence, takeovers: takeovers)
            }
        }
    }

    /// Forgets the owners of orders that have ended.
    mutating func forgetEnded() {
        owners = owners.filter { machine?.isOpen($0.key) == true }
    }
}

extension RunMachine {
    /// - Throws: `malformed` where the record begins no run, or one of a flow whose table is damaged; `newer` for a flow whose table this
    ///   version does not know how to read.
    fileprivate static func beginning(
        with record: Record, serving served: [FlowVersion]
    ) throws(UnfoldedRun) -> RunMachine {
        let malformed = UnfoldedRun.malformed(MalformedRecord(sequence: record.sequence))
        guard record.sequence == 0, case .began(let beginning) = record.content else { throw malformed }
        let version = served.first { $0.table == beginning.version.table } ?? beginning.version
        do throws(Table.FormatError) {
            return redoing(record, of: beginning, flow: try version.flow()).machine
        } catch .newer {
            throw .newer(sequence: record.sequence)
        } catch {
            throw malformed
        }
    }
}
