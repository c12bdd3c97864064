extension LegTree {
    /// Whether every leg has reached a final. The end of the root is not enough: a sub-flow may go on until its `cancel` is done.
    package var isEnded: Bool {
        for leg in legs.indices where !legs[leg].isEnded { return false }
        return true
    }

    /// Whether the leg has reached a final.
    @inlinable
    package func isEnded(_ leg: Int) -> Bool { legs[leg].isEnded }

    /// The leg of this name that began last, because a sub-flow may begin several times; nil before any has begun. The root has no name.
    package func leg(named name: String) -> Int? { legs.lastIndex { $0.name == name } }

    /// The leg that waits for the answer to the order; nil where none does.
    package func leg(waitingFor order: EffectOrder.ID) -> Int? {
        legs.indices.first { isAwaited(order, in: $0) }
    }

    /// Whether the leg waits for the answer to the order: the order is open there, and the leg has not ended.
    package func isAwaited(_ order: EffectOrder.ID, in leg: Int) -> Bool {
        if legs[leg].isEnded { return false }
        // Read in place: copying a leg takes longer than this whole search.
        for index in legs[leg].run.openEffects.indices where legs[leg].run.openEffects[index].order == order {
            return true
        }
        return false
    }
}

extension Table {
    /// The flow of the sub-flow of this name, whether or not a leg of it has begun; nil where there is no such sub-flow.
    package func flow(ofLeg name: String) -> Table? {
        var table = self
        for part in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard let child = table.children.first(where: { $0.name == part }) else { return nil }
            table = child.table
        }
        return table
    }

    /// The flow itself, with nil as its name, and all of its sub-flows at any depth, with the names that their legs have.
    package var flows: [(leg: String?, table: Table)] {
        [(nil, self)]
            + children.flatMap { child in
                child.table.flows.map { ($0.leg.map { "\(child.name).\($0)" } ?? child.name, $0.table) }
            }
    }
}
