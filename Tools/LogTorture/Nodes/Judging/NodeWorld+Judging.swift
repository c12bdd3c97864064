import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayReplay
import KeywayRuns

/// Checks by the laws, once the course is over, what the log has and what people and the outside world saw. Times are in milliseconds.
extension NodeWorld {
    /// Which node has to perform an order, as the log says.
    private struct Performing {
        /// The append whose records gave the order, or took it over; it names the node.
        let by: AppendID
        /// When the engine did that append.
        let from: Int64
    }

    mutating func judge() {
        for run in engine.blocks.keys.sorted() { judge(run) }
        judgeDevices()
        judgeAcknowledged()
        judgePerformances()
        judgeRest()
        for breach in tally.breaches { tell("BROKEN: \(breach.law.rawValue): \(breach.explanation)") }
    }

    mutating func breach(_ law: NodeLaw, _ explanation: String) {
        tally.note(Breach(seed: seed, law: law, explanation: explanation))
    }

    /// For how long, between these times, no host at all could look at runs; counted in steps of 100 ms.
    private func idleTime(from start: Int64, to end: Int64) -> Int64 {
        guard start < end else { return 0 }
        return stride(from: start, to: end, by: 100).reduce(0) { sum, moment in
            let isIdle = hosts.allSatisfy { $0.idle.contains { $0.from <= moment + 100 && moment <= $0.to } }
            return isIdle ? sum + 100 : sum
        }
    }

    /// How late a deadline or a takeover may be between these times, when so many looks at the run failed.
    ///
    /// A look at a run keeps other nodes from it for a lease, so each one that failed costs a lease. The 100 and 300 ms are for messages
    /// on their way.
    func allowance(for run: RunID, failedLooks: Int, from start: Int64, to end: Int64) -> Int64 {
        // Nodes ask once in a lease which versions of the flow there are, so the runs of a new one may wait for that long.
        let meeting = setting.release == nil ? 0 : setting.terms.lease + 300
        return Int64(failedLooks) * (setting.terms.lease + 100) + idleTime(from: start, to: end) + setting.terms.poll
            + 300 + meeting
    }

    /// How many looks at the run between these times failed: within a lease after the look its node died or did not get the run's key, or
    /// from a lease before the look to a lease after it a fault kept its host from looking.
    func failedLooks(at run: RunID, from start: Int64, to end: Int64) -> Int {
        engine.looks[run]?.count { look in
            guard start <= look.at, look.at < end else { return false }
            let until = look.at + setting.terms.lease
            if deaths[look.node].map({ $0 <= until }) ?? false { return true }
            if keyOutages[run]?.contains(where: { $0.node == look.node && look.at <= $0.at && $0.at <= until }) ?? false
            {
                return true
            }
            guard let host = hostOf[look.node] else { return false }
            // Until a lease after its own start or fault a node may not take others for dead, so its look is of no use.
            return hosts[host].idle.contains { $0.from <= until && $0.to >= look.at - setting.terms.lease }
        } ?? 0
    }

    /// Checks that the run's records follow each other and have no personal value in clear, and then what they say.
    private mutating func judge(_ run: RunID) {
        let blocks = engine.blocks[run] ?? []
        tally.appends += blocks.count
        var next: UInt64 = 0
        for record in blocks.flatMap(\.stored.records) {
            if record.sequence != next {
                return breach(.streamsAreLinear, "\(run): record \(record.sequence) stands where \(next) belongs")
            }
            next += 1
        }
        guard let row = engine.rows[run], row.next == next else {
            return breach(.streamsAreLinear, "\(run) has \(next) records, and its row says something else")
        }
        let bytes = blocks.flatMap(\.stored.records).flatMap(\.codedBytes)
        if hasPhone(bytes) {
            breach(.nothingInClear, "\(run) has a phone number")
        }
        do {
            try judge(blocks, of: run)
        } catch {
            breach(.streamsAreLinear, "\(run): \(error)")
        }
    }

    /// Whether a person's phone number stands in the bytes in clear; all begin alike.
    func hasPhone(_ bytes: [UInt8]) -> Bool {
        let phone = Array(Person.phone(of: 0).utf8.dropLast())
        return bytes.indices.contains { bytes[$0...].starts(with: phone) }
    }

    /// Decides the run anew from its records, and follows which node has to perform each order.
    private mutating func judge(_ blocks: [MemoryEngine.TimedBlock], of run: RunID) throws(Replay.Failure) {
        // A fold decides the run anew: `fold` from the records as they stand in the log, `clear` from the records with their encrypted
        // values opened, as nodes have them.
        var (fold, clear): (Fold?, Fold?)
        var owners: [EffectOrder.ID: Performing] = [:]
        // When the engine did the block before.
        var before = Int64.min
        let device = blocks.first?.stored.device
        for block in blocks {
            defer { before = block.at }
            let performing = Performing(by: block.stored.id, from: block.at)
            for record in block.stored.records {
                if let machine = fold?.machine { judgeTime(of: record, in: block, after: before, by: machine) }
                if fold == nil { fold = try Fold(record, tellingSteps: false) } else { try fold?.take(record) }
                let sealer = keys.sealerOfJudge(run)
                if clear == nil {
                    clear = try Fold(record, tellingSteps: false)
                } else if let opened = sealer.flatMap({ try? clear?.machine.opened(record, by: $0) }) {
                    try clear?.take(record, opened: opened)
                } else {
                    try clear?.take(record)
                }
                guard let machine = fold?.machine else { continue }
                judgeTaking(by: record, in: block, owners, run)
                if let device { note(record, in: block, of: run, on: device, behind: machine) }
                for entry in machine.unfinishedOrders where owners[entry.order.id] == nil {
                    owners[entry.order.id] = performing
                }
                if case .takenOver(let orders) = record.content {
                    for order in orders {
                        if let old = owners[order] { judgeRescue(of: order, from: old, endedAt: block.at, run) }
                        owners[order] = performing
                    }
                }
                for order in owners.keys.sorted(by: { ($0.sequence, $0.index) < ($1.sequence, $1.index) })
                where !machine.isOpen(order) {
                    let ended = owners.removeValue(forKey: order) ?? performing
                    judgeRescue(of: order, from: ended, endedAt: block.at, run)
                }
            }
        }
        if let machine = fold?.machine, !machine.isFinished {
            let open = owners.sorted { $0.key.sequence < $1.key.sequence }.map {
                "\($0.key) of \($0.value.by.node)"
            }
            breach(.everyRunEnds, "\(run) has not ended, and waits for \(open)")
        }
        if let difference = fold?.difference {
            breach(.replayEqualsNodes, "\(run): a replay differs from record \(difference.sequence)")
        }
        guard let machine = fold?.machine else { return }
        // A node may have less of the run in memory than the log has, but not more, and not another state at the same record.
        for host in hosts {
            guard let known = host.node?.machine(of: run), known.nextSequence >= machine.nextSequence else { continue }
            if known.nextSequence > machine.nextSequence
                || known.state != machine.state && known.state != clear?.machine.state
            {
                breach(.replayEqualsNodes, "a node has another \(run) than the log's \(machine.nextSequence) records")
            }
        }
    }

    /// Checks that a performed order has the phone number of the person who began its run.
    mutating func judgeValues(of order: LegOrder) {
        let run = order.key.run
        // The identity of the first command begins with the person's number, as in `3-start`. Nobody has the number -1.
        let beginning = engine.blocks[run]?.first?.stored.records.compactMap { record -> String? in
            if case .event(let told) = record.content { told.inputID } else { nil }
        }.first
        let person = beginning.flatMap { $0.split(separator: "-").first }.flatMap { Int($0) } ?? -1
        for (field, value) in zip(order.effect.fields, order.order.arguments) where field.classification != .plain {
            if value != .text(Person.phone(of: person)) {
                breach(.valuesStay, "\(run), order \(order.key.order) has \(String(describing: value))")
            }
        }
    }

    /// Checks, when a node erases the key of a run, that the run is over, or has never begun.
    mutating func judgeErasing(_ run: RunID) {
        if let row = engine.rows[run], !row.isOver { breach(.valuesStay, "the key of \(run) is erased too early") }
    }

    /// Checks that the record is of no time to come, and, where it lets a deadline or a time limit pass, that this was due and is not late.
    ///
    /// - Parameters:
    ///   - before: when the engine did the run's block before this one; `.min` where this is the first.
    ///   - machine: the run as it stands before the record.
    private mutating func judgeTime(
        of record: Record, in block: MemoryEngine.TimedBlock, after before: Int64, by machine: RunMachine
    ) {
        if record.time.milliseconds > block.at {
            breach(.timersNotEarly, "\(record.run), record \(record.sequence) is of a time to come")
        }
        guard case .event(let told) = record.content, told.cause == .timer || told.cause == .limit else { return }
        guard let next = machine.tree.nextDue, next.brings(told, in: Int(record.leg), of: machine.tree),
            next.instant <= record.time
        else {
            let due = machine.nextDue.map { "\($0.milliseconds)" } ?? "never"
            return breach(
                .timersNotEarly,
                "\(record.run), record \(record.sequence): due at \(due), decided at \(record.time.milliseconds)")
        }
        let due = next.instant.milliseconds
        // The lateness counts from the block before where that came after the instant: it may have set the deadline.
        let start = max(due, before) + setting.terms.grace
        // Looks up to a lease before the deadline count, as a look keeps the run from other nodes for a lease.
        let failed = failedLooks(at: record.run, from: due - setting.terms.lease, to: block.at)
        if block.at - start > allowance(for: record.run, failedLooks: failed, from: start, to: block.at) {
            breach(.timersNotLate, "\(record.run), record \(record.sequence): due at \(due), decided at \(block.at)")
        }
    }

    /// Where the record takes an order from its node or ends it with its `otherwise`, checks that the node was gone, or silent for a lease.
    private mutating func judgeTaking(
        by record: Record, in block: MemoryEngine.TimedBlock,
        _ owners: [EffectOrder.ID: Performing], _ run: RunID
    ) {
        var taken: [EffectOrder.ID] = []
        switch record.content {
        case .takenOver(let orders): taken = orders
        case .closed(let order, .interrupted): taken = [order]
        case .event(let told) where told.cause == .interrupted: taken = told.answers.map { [$0] } ?? []
        default: break
        }
        for order in taken {
            guard let performing = owners[order] else { continue }
            let node = performing.by.node
            if node == block.stored.id.node {
                judgeTakingFromItself(order, performing, in: block, run)
            } else if deaths[node].map({ $0 > block.at }) ?? true {
                // After the engine was gone for longer than a lease, no node may be taken for dead for another lease.
                let decided = firstSent[block.stored.id] ?? block.at
                let isTooEarly = outages.contains {
                    $0.to - $0.from > setting.terms.lease && $0.to < decided && decided < $0.to + setting.terms.lease
                }
                if engine.hasLived(node, from: performing.from, to: block.at) || isTooEarly {
                    breach(.nothingFromTheLiving, "\(run), order \(order) of \(node) is taken at \(block.at)")
                }
            }
        }
    }

    /// Checks a node that takes over an order from itself: allowed if it has not performed the order, and its lease had a gap since the
    /// node sent the append with the order.
    private mutating func judgeTakingFromItself(
        _ order: EffectOrder.ID, _ performing: Performing, in block: MemoryEngine.TimedBlock, _ run: RunID
    ) {
        let node = performing.by.node
        let isAtWork = ledger.performances.contains {
            $0.key.run == run && $0.key.order == order && $0.node == node && $0.at <= block.at
        }
        let sent = firstSent[performing.by] ?? 0
        let isUnbroken = leaseHeldSince[block.stored.id].map { $0 <= sent } ?? false
        if isAtWork || isUnbroken {
            breach(.nothingFromTheLiving, "\(run), order \(order) of \(node) is taken by that node itself")
        }
    }

    /// Checks that an order of a node that died did not stay with that node for too long before its end or takeover.
    private mutating func judgeRescue(
        of order: EffectOrder.ID, from performing: Performing, endedAt end: Int64, _ run: RunID
    ) {
        let node = performing.by.node
        guard let death = deaths[node], death < end else { return }
        let start = max(death, performing.from)
        let failed = failedLooks(at: run, from: start, to: end)
        if end - start > 2 * setting.terms.lease + allowance(for: run, failedLooks: failed, from: start, to: end) {
            breach(.leftOrdersAreTaken, "\(run), order \(order) of \(node), dead at \(death), left until \(end)")
        }
    }

    /// Checks that each command that was acknowledged is in the log once, in one run, with the answer that was told.
    private mutating func judgeAcknowledged() {
        for acknowledged in acknowledged {
            let records = engine.blocks[acknowledged.run]?.flatMap(\.stored.records) ?? []
            let found = records.compactMap { record -> EventRecord? in
                if case .event(let told) = record.content, told.inputID == acknowledged.id { told } else { nil }
            }
            guard found.count == 1, let told = found.first else {
                breach(.acknowledgedOnce, "\(acknowledged.id) is there \(found.count) times")
                continue
            }
            let wasAccepted = told.disposition != .rejected
            if (acknowledged.answer == .accepted) != wasAccepted {
                breach(.acknowledgedOnce, "\(acknowledged.id) was told \(String(describing: acknowledged.answer))")
            }
        }
        for id in Set(acknowledged.map(\.id)).sorted()
        where Set(acknowledged.filter { $0.id == id }.map(\.run)).count > 1 {
            breach(.acknowledgedOnce, "\(id) is in two runs")
        }
    }

    /// Checks the end, long after faults have stopped: everybody is answered, all webhooks are heard, and no node has anything left to do.
    private mutating func judgeRest() {
        for (number, person) in people.enumerated() where person.wish != nil {
            breach(.everybodyIsAnswered, "person \(number) wants \(person.wish?.id ?? "")")
        }
        for run in engine.blocks.keys.sorted() {
            let records = engine.blocks[run]?.flatMap(\.stored.records) ?? []
            let heard = records.compactMap { record in
                if case .event(let told) = record.content, told.cause == .heard { told } else { nil }
            }
            let count = heard.count { $0.inputID == nil }
            if count < webhooks[run] ?? 0 {
                breach(.acknowledgedOnce, "\(run) has heard \(count) of \(webhooks[run] ?? 0) webhooks")
            }
            let ids = heard.compactMap(\.inputID)
            if ids.count != Set(ids).count || !(acknowledgedDeliveries[run] ?? []).isSubset(of: ids) {
                breach(.acknowledgedOnce, "\(run) has heard the deliveries \(ids)")
            }
        }
        for (index, host) in hosts.enumerated() where host.node?.isAtRest == false {
            breach(.everybodyIsAnswered, "host \(index) has something to do")
        }
    }

    /// Checks the handlers that were called: none before its order was durable, and none twice where that is forbidden.
    private mutating func judgePerformances() {
        let table = flow.table
        /// How often each order was performed so far.
        var seen: [EffectOrder.Key: Int] = [:]
        for performance in ledger.performances {
            let blocks = engine.blocks[performance.key.run] ?? []
            let giving = blocks.first { $0.stored.records.contains { $0.sequence == performance.key.order.sequence } }
            seen[performance.key, default: 0] += 1
            if giving.map({ $0.at > performance.at }) ?? true {
                breach(.onceAtMostOnce, "\(performance.key.order) is performed before it is in the log")
            }
            if table.effects[performance.effect].isOnce {
                judgeOnce(performance, times: seen[performance.key] ?? 0, givenBy: giving?.stored.id.node, blocks)
            } else {
                judgeTwoAtWork(performance)
            }
        }
    }

    /// Checks a performance of an effect declared `once`: it is the first of its order, by the node that gave the order, and no time limit,
    /// interruption or lost value has ended the order before.
    private mutating func judgeOnce(
        _ performance: Ledger.Performance, times: Int, givenBy node: NodeID?, _ blocks: [MemoryEngine.TimedBlock]
    ) {
        let order = performance.key.order
        if times > 1 { breach(.onceAtMostOnce, "\(order) is performed \(times) times") }
        if node != performance.node { breach(.onceAtMostOnce, "\(order) is performed by another node") }
        let answering = blocks.first { block in
            block.stored.records.contains { record in
                switch record.content {
                case .event(let told): told.answers == order && [.limit, .interrupted, .valueGone].contains(told.cause)
                case .closed(let closed, .interrupted), .closed(let closed, .valueGone): closed == order
                default: false
                }
            }
        }
        if let answering, answering.at < performance.at {
            breach(.neverAfterItsEnd, "\(order), which ended at \(answering.at), is performed at \(performance.at)")
        }
    }

    /// Checks an order that may be performed again: not while another handler is at work on it whose node has lived all the time.
    private mutating func judgeTwoAtWork(_ performance: Ledger.Performance) {
        for other in ledger.performances
        where other.key == performance.key && other.number < performance.number
            && other.end.map({ $0 > performance.at }) ?? true
        {
            if engine.hasLived(other.node, from: other.at, to: performance.at) {
                breach(
                    .nothingFromTheLiving,
                    "\(performance.key.order) begins again while it is performed, at \(performance.at)")
            }
        }
    }
}

extension LegTree.Due {
    /// Whether the leg gets this event when its time comes.
    fileprivate func brings(_ told: EventRecord, in leg: Int, of tree: LegTree) -> Bool {
        switch self {
        case .timer(let own, let timer):
            told.cause == .timer && own == leg && tree.legs[leg].flow.table.timers[timer.timer].event == told.event
        case .limit(let own, let open): told.cause == .limit && own == leg && open.order == told.answers
        }
    }
}
