import KeywayNodes

/// What nodes ask of the database of a shard, which does one statement after the other.
///
/// A statement may ask for several runs at once: they form a chain by `RehearsedRun.next`, and the first one stands for the statement.
extension ShardRehearsal {
    /// Puts the run into the line (queue) of those that wait at their node to ask this.
    mutating func wait(_ run: UInt32, toAsk kind: StatementKind) {
        let node = Int(runs[Int(run)].node)
        let line = node * kindCount + Int(kind.rawValue)
        waiting += 1
        if lines[line].first == RehearsedRun.none {
            lines[line].first = run
            desks[node].waiting |= kind.bit
        } else {
            runs[Int(lines[line].last)].next = run
        }
        lines[line].last = run
    }

    /// Sends what waits at the node while connections are free, as many runs in a statement as go together.
    mutating func send(at node: Int) {
        for group in connectionGroups.indices {
            while desks[node].underWay[group] < connectionGroups[group].connections,
                let kind = StatementKind(firstOf: desks[node].waiting & connectionGroups[group].kinds)
            {
                desks[node].underWay[group] += 1
                transmit(take(kind, at: node, limit: plan.terms.greatestSet))
            }
        }
    }

    /// Takes the first runs out of a line, as a chain; returns the first of them.
    private mutating func take(_ kind: StatementKind, at node: Int, limit: Int) -> UInt32 {
        let line = node * kindCount + Int(kind.rawValue)
        let first = lines[line].first
        var last = first
        var count = 1
        while count < limit, runs[Int(last)].next != RehearsedRun.none {
            (last, count) = (runs[Int(last)].next, count + 1)
        }
        waiting -= count
        lines[line].first = runs[Int(last)].next
        if lines[line].first == RehearsedRun.none { desks[node].waiting &= ~kind.bit }
        runs[Int(last)].next = RehearsedRun.none
        return first
    }

    /// Lets the database do the statement after all that it was asked before; while the shard is gone, the node sends it again later.
    mutating func transmit(_ first: UInt32) {
        if clock.outage.contains(now) {
            runs[Int(first)].entry = .sentAgain
            return heap.insert(first, at: clock.asksAgain(Int(runs[Int(first)].node)))
        }
        let kind = statement(of: first)
        var count = 1
        var last = first
        while runs[Int(last)].next != RehearsedRun.none { (last, count) = (runs[Int(last)].next, count + 1) }
        occupy(kind, count, for: plan.costs.busy(kind, count))
        runs[Int(first)].entry = .answered
        heap.insert(first, at: Int64(freeAt.rounded(.up)) + Int64(plan.costs.answer))
    }

    /// Keeps the database busy with a statement for `count` runs, and counts the statement.
    private mutating func occupy(_ kind: StatementKind, _ count: Int, for cost: Double) {
        let start = max(freeAt, Double(now))
        freeAt = start + cost * slowing
        tally.note(kind, count, busy: cost, at: start)
    }

    /// Counts the `continued` statements by which nodes ask whether the run has gone on elsewhere; nothing waits for their answers.
    mutating func askWhetherContinued(times: Int) {
        for _ in 0..<times where !clock.outage.contains(now) {
            let together = min(watched, Double(plan.terms.greatestSet))
            occupy(.continued, 1, for: plan.costs.costOfItem(in: .continued, among: together))
        }
    }

    /// The statement of which the run is the first is answered: all of its runs go on, and its connection is free.
    mutating func takeAnswer(_ first: UInt32) {
        let node = Int(runs[Int(first)].node)
        let group = statement(of: first).connectionGroup
        proceed(all: first)
        if let group { desks[node].underWay[group.rawValue] -= 1 }
        if faults.lives(node, at: now) { return send(at: node) }
        // The node is dead, so all that waits there is lost: `proceed` lets the runs go on with other nodes.
        while let kind = StatementKind(firstOf: desks[node].waiting) {
            proceed(all: take(kind, at: node, limit: .max))
        }
    }

    private mutating func proceed(all first: UInt32) {
        var run = first
        while run != RehearsedRun.none {
            let next = runs[Int(run)].next
            runs[Int(run)].next = RehearsedRun.none
            proceed(run)
            run = next
        }
    }
}
