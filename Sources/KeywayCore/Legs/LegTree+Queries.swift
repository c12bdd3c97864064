extension LegTree {
    /// Whether every leg has reached a final.
    package var isEnded: Bool {
        for leg in legs.indices where !legs[leg].isEnded { return false }
        return true
    }

    /// Whether the leg has reached a final.
    @inlinable
    package func isEnded(_ leg: Int) -> Bool { legs[leg].isEnded }

    /// The leg of this name that began last; nil before any has begun.
    package func leg(named name: String) -> Int? { legs.lastIndex { $0.name == name } }

    /// The leg in which the effect is open; nil where no leg waits for its answer.
    package func leg(waitingFor order: EffectOrder.ID) -> Int? {
        legs.indices.first { isAwaited(order, in: $0) }
    }

    /// Whether the effect is open in the leg, and the leg has not ended.
    package func isAwaited(_ order: EffectOrder.ID, in leg: Int) -> Bool {
        if legs[leg].isEnded { return false }
        // Read in place: to copy a leg takes longer than this whole search.
        for index in legs[leg].run.openEffects.indices where legs[leg].run.openEffects[index].order == order {
            return true
        }
        return false
    }
}

extension Table {
    /// The flow of a leg of this name, whether it has begun or not; nil where there is no such sub-flow.
    package func flow(ofLeg name: String) -> Table? {
        var table = self
        for part in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard let child = table.children.first(where: { $0.name == part }) else { return nil }
            table = child.table
        }
        return table
    }

    /// The flow itself and all of its sub-flows, at any depth, by the names of their legs.
    package var flows: [(leg: String?, table: Table)] {
        [(nil, self)]
            + children.flatMap { child in
                child.table.flows.map { ($0.leg.map { "\(child.name).\($0)" } ?? child.name, $0.table) }
            }
    }
}
