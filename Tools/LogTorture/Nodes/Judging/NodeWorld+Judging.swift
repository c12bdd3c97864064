import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayReplay
import KeywayRuns

/// Checks the log, and what people and the outside world saw, by the laws.
extension NodeWorld {
    /// Who performs an order, as the log says.
    private struct Performing {
        /// The append that gave the order, or took it over.
        let by: AppendID
        /// When that was done.
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

    /// How long no host could look at runs between these times.
    private func idleTime(from start: Int64, to end: Int64) -> Int64 {
        guard start < end else { return 0 }
        return stride(from: start, to: end, by: 100).reduce(0) { sum, moment in
            let isIdle = hosts.allSatisfy { $0.idle.contains { $0.from <= moment + 100 && moment <= $0.to } }
            return isIdle ? sum + 100 : sum
        }
    }

    /// How late a deadline or a takeover may be between these times, for a run at which so many looks failed.
    ///
    /// Who looks and then fails costs one lease.
    func allowance(for run: RunID, looks: Int, from start: Int64, to end: Int64) -> Int64 {
        // Of a version that they have not met nodes hear within a lease.
        let meeting = setting.release == nil ? 0 : setting.terms.lease + 300
        return Int64(looks) * (setting.terms.lease + 100) + idleTime(from: start, to: end) + setting.terms.poll + 300
            + meeting
    }

    /// How many looks at the run between these times failed: the node died, was struck by a fault, or got no key of the run, within a
    /// lease of the look.
    func looks(at run: RunID, from start: Int64, to end: Int64) -> Int {
        engine.looks[run]?.count { look in
            guard start <= look.at, look.at < end else { return false }
            let until = look.at + setting.terms.lease
            if deaths[look.node].map({ $0 <= until }) ?? false { return true }
            if keyOutages[run]?.contains(where: { $0.node == look.node && look.at <= $0.at && $0.at <= until }) ?? false
            {
                return true
            }
            guard let host = hostOf[look.node] else { return false }
            // A node that has begun just now, or had a gap, may not judge yet.
            return hosts[host].idle.contains { $0.from <= until && $0.to >= look.at - setting.terms.lease }
        } ?? 0
    }

    private mutating func judge(_ run: RunID) {
        let blocks = engine.blocks[run] ?? []
        tally.appends += blocks.count
        var next: UInt64 = 0
        for record in blocks.flatMap(\.stored.records) {
            if record.sequence != next { return breach(.streamsAreLinear, "\(run): \(record.sequence) for \(next)") }
            next += 1
        }
        guard let row = engine.rows[run], row.next == next else {
            return breach(.streamsAreLinear, "\(run) ends at \(next)")
        }
        let bytes = blocks.flatMap(\.stored.records).flatMap(\.codedBytes)
        if String(decoding: bytes, as: UTF8.self).contains(Person.phone(of: 0).dropLast()) {
            breach(.nothingInClear, "\(run)")
        }
        do {
            try judge(blocks, of: run)
        } catch {
            breach(.streamsAreLinear, "\(run): \(error)")
        }
    }

    /// Folds the run, and notes who performs each order.
    private mutating func judge(_ blocks: [MemoryEngine.Block], of run: RunID) throws(Replay.Failure) {
        var (fold, clear): (Fold?, Fold?)
        var owners: [EffectOrder.ID: Performing] = [:]
        var before = Int64.min
        let device = blocks.first?.stored.device
        for block in blocks {
            defer { before = block.at }
            let performing = Performing(by: block.stored.id, from: block.at)
            for record in block.stored.records {
                if let machine = fold?.machine { judgeTime(of: record, in: block, after: before, by: machine) }
                if fold == nil { fold = try Fold(record) } else { try fold?.take(record) }
                // Beside it with the values that nodes have, as long as the key was there.
                let sealer = keys.sealerOfJudge(run)
                if clear == nil {
                    clear = try Fold(record)
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
        if let machine = fold?.machine, machine.standing != .over {
            let open = owners.sorted { $0.key.sequence < $1.key.sequence }.map {
                "\($0.key) of \($0.value.by.node)"
            }
            breach(.everyRunEnds, "\(run), which waits for \(open)")
        }
        if let difference = fold?.difference { breach(.replayEqualsNodes, "\(run): record \(difference.sequence)") }
        guard let machine = fold?.machine else { return }
        for host in hosts {
            guard let known = host.node?.machine(of: run), known.nextSequence >= machine.nextSequence else { continue }
            if known.nextSequence > machine.nextSequence
                || known.state != machine.state && known.state != clear?.machine.state
            {
                breach(.replayEqualsNodes, "\(run) at record \(machine.nextSequence)")
            }
        }
    }

    /// Whether an order has the number of whoever began its run.
    mutating func judgeValues(of order: LegOrder) {
        let run = order.key.run
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

    /// The key of a run is erased: the run has to be over, or never to begin.
    mutating func judgeErasing(_ run: RunID) {
        if let row = engine.rows[run], !row.isOver { breach(.valuesStay, "the key of \(run) is erased too early") }
    }

    private mutating func judgeTime(
        of record: Record, in block: MemoryEngine.Block, after before: Int64, by machine: RunMachine
    ) {
        if record.time.milliseconds > block.at { breach(.timersNotEarly, "\(record.run), record \(record.sequence)") }
        guard case .event(let told) = record.content, told.cause == .timer || told.cause == .limit else { return }
        guard let due = machine.nextDue?.milliseconds, due <= record.time.milliseconds else { return }
        // Counted from the block before, if that is later: it may have set the deadline.
        let start = max(due, before) + setting.terms.grace
        // A node that looked just before keeps the run for a lease.
        let looks = looks(at: record.run, from: due - setting.terms.lease, to: block.at)
        if block.at - start > allowance(for: record.run, looks: looks, from: start, to: block.at) {
            breach(.timersNotLate, "\(record.run), record \(record.sequence): due at \(due), decided at \(block.at)")
        }
    }

    /// An order is taken over or given its `otherwise`: its node has to be gone, or to have been taken for gone.
    private mutating func judgeTaking(
        by record: Record, in block: MemoryEngine.Block,
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
                // When the engine was gone for longer than a lease, nobody is called dead for a lease.
                let decided = firstSent[block.stored.id] ?? block.at
                let isTooEarly = outages.contains {
                    $0.to - $0.from > setting.terms.lease && $0.to < decided && decided < $0.to + setting.terms.lease
                }
                if engine.hasLived(node, from: performing.from, to: block.at) || isTooEarly {
                    breach(.nothingFromTheLiving, "\(run), order \(order) of \(node) at \(block.at)")
                }
            }
        }
    }

    /// A node takes up an order of its own. It may only if it has not performed the order, and its lease had a gap since sending
    /// it.
    private mutating func judgeTakingFromItself(
        _ order: EffectOrder.ID, _ performing: Performing, in block: MemoryEngine.Block, _ run: RunID
    ) {
        let node = performing.by.node
        let isAtWork = ledger.performances.contains {
            $0.key.run == run && $0.key.order == order && $0.node == node && $0.at <= block.at
        }
        let sent = firstSent[performing.by] ?? 0
        let isUnbroken = leaseHeldSince[block.stored.id].map { $0 <= sent } ?? false
        if isAtWork || isUnbroken { breach(.nothingFromTheLiving, "\(run), order \(order) of \(node), by itself") }
    }

    private mutating func judgeRescue(
        of order: EffectOrder.ID, from performing: Performing, endedAt end: Int64, _ run: RunID
    ) {
        let node = performing.by.node
        guard let death = deaths[node], death < end else { return }
        let start = max(death, performing.from)
        let looks = looks(at: run, from: start, to: end)
        if end - start > 2 * setting.terms.lease + allowance(for: run, looks: looks, from: start, to: end) {
            breach(.leftOrdersAreTaken, "\(run), order \(order) of \(node), dead at \(death), left until \(end)")
        }
    }

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

    /// Once nothing goes wrong any more, everybody is answered, and no node has anything left to do.
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

    private mutating func judgePerformances() {
        let table = flow.table
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

    private mutating func judgeOnce(
        _ performance: Ledger.Performance, times: Int, givenBy node: NodeID?, _ blocks: [MemoryEngine.Block]
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
        if let answering, answering.at < performance.at { breach(.neverAfterItsEnd, "\(order) at \(performance.at)") }
    }

    /// An order that may be performed again begins again while a handler is at work whose node has lived throughout.
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
