extension LegTree {
    /// Whether every leg has reached a final.
    public var isEnded: Bool { legs.allSatisfy(\.isEnded) }

    /// The leg of this name that began last; nil before any has begun.
    public func leg(named name: String) -> Int? { legs.lastIndex { $0.name == name } }

    /// Reads a provider's raw report for the newest leg that runs and reads it, else for the newest that has ended and
    /// does; what nobody reads is the root's.
    public func read(_ callback: RawValue) -> (leg: Int, decoded: Decoded) {
        let newest = legs.indices.reversed()
        var unread: UnreadCallback?
        for leg in newest.filter({ !legs[$0].isEnded }) + newest.filter({ legs[$0].isEnded })
        where leg == 0 || !legs[leg].table.sources.isEmpty {
            let decoded = legs[leg].table.decode(callback)
            if case .event = decoded { return (leg, decoded) }
            // Whoever knows the callback's name tells what is kept of it.
            if case .unrecognised(let told) = decoded, unread?.name == nil { unread = told }
        }
        return (0, unread.map { .unrecognised($0) } ?? root.table.decode(callback))
    }

    /// The leg in which the effect is open; nil where no leg waits for its answer.
    public func leg(waitingFor order: OrderID) -> Int? {
        legs.firstIndex { leg in leg.run.openEffects.contains { $0.order == order } }
    }

    /// The leg whose timer fires next: the earliest deadline, and of equal ones that of the leg that began first.
    public var nextTimer: (leg: Int, timer: RunState.ArmedTimer)? {
        var next: (leg: Int, timer: RunState.ArmedTimer)?
        for (position, leg) in legs.enumerated() {
            guard let timer = leg.table.nextTimer(of: leg.run) else { continue }
            if next.map({ timer.deadline < $0.timer.deadline }) ?? true { next = (position, timer) }
        }
        return next
    }

    /// The leg whose open effect has taken too long first.
    public var nextLimit: (leg: Int, open: RunState.OpenEffect)? {
        var next: (leg: Int, open: RunState.OpenEffect)?
        for (position, leg) in legs.enumerated() {
            guard let open = leg.table.nextLimit(of: leg.run) else { continue }
            if next.map({ open.limit < $0.open.limit }) ?? true { next = (position, open) }
        }
        return next
    }
}

extension Table {
    /// The flow of a leg of this name, whether it has begun or not; nil where there is no such sub-flow.
    public func flow(ofLeg name: String) -> Table? {
        var table = self
        for part in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard let child = table.children.first(where: { $0.name == part }) else { return nil }
            table = child.table
        }
        return table
    }

    /// The flow itself and all of its sub-flows, at any depth, by the names of their legs.
    public var flows: [(leg: String?, table: Table)] {
        [(nil, self)]
            + children.flatMap { child in
                child.table.flows.map { ($0.leg.map { "\(child.name).\($0)" } ?? child.name, $0.table) }
            }
    }
}
