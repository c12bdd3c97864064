extension Exploration {
    /// A fair run that goes on or rests for ever, as a shortest way to a cycle and the cycle; nil where there is none.
    ///
    /// A run is fair if no obligation stays pending for ever while no step touches it. So a cycle is fair if each
    /// obligation is touched by one of its steps, or is not pending in one of its configurations. Some cycle takes
    /// every step of a strongly connected component: it touches whatever another cycle of the component touches, and comes to every
    /// configuration. So if that cycle is not fair, no other is, and a component is judged as a whole.
    ///
    /// Where no obligation is pending at all, a run may rest: no further step is taken, even if there are steps. A run that rests is
    /// returned with an empty cycle; `others` bars no rest. A run that has ended rests too: `fairLasso(without:)` with a fact that holds
    /// at each end leaves such runs out.
    ///
    /// - Parameter others: facts of steps that nobody repeats for ever, such as a person's taps: a cycle with such a
    ///   step does not count. The way to a cycle may have such steps. With the empty set
    ///   every cycle counts.
    public mutating func fairLasso(cyclingWithout others: Facts = []) -> Lasso? {
        let restingPosition = store.configurations.indices.first {
            system.obligations(pendingIn: store.configurations[$0]).isEmpty
        }
        // The system with only those steps that a cycle may have.
        var circling = Restricted(system, without: others)
        let component = components(of: &circling).first { unmetObligations(in: $0, of: &circling).isEmpty }
        if let restingPosition, restingPosition <= component?.first ?? .max {
            return Lasso(approach: run(to: restingPosition), cycle: [])
        }
        guard let component, let entry = component.first else { return nil }
        let cycle = FairCycle(through: entry, in: component, of: circling, store).shortest()
        return Lasso(approach: run(to: entry), cycle: cycle)
    }

    /// A fair run that goes on or rests for ever, and at no moment of which any of the facts holds; nil where there is none.
    ///
    /// Where the search that made this exploration was stopped, a run that is found is a run of the system all the same, and nil says
    /// nothing.
    /// - Parameters:
    ///   - facts: what never holds, on the way into the cycle and on the cycle.
    ///   - others: as for `fairLasso(cyclingWithout:)`.
    public func fairLasso(without facts: Facts, cyclingWithout others: Facts = []) -> Lasso? {
        var part = Explorer.part(of: Restricted(system, without: facts), limit: limitForPart)
        return part.fairLasso(cyclingWithout: others)
    }

    /// The components with a cycle, of a system whose configurations are all in the store; the nearest to a beginning comes first.
    private func components(of system: inout some TransitionSystem) -> [ComponentFinder.Component] {
        var steps: [Step] = []
        return ComponentFinder.components(count: store.count) { position, targets in
            steps.removeAll(keepingCapacity: true)
            system.appendSteps(from: store.configurations[position], to: &steps)
            for step in steps {
                if let target = store.position(of: step.target) { targets.append(UInt32(truncatingIfNeeded: target)) }
            }
        }
    }

    /// The obligations that are pending in every configuration of the component and that no step within it touches.
    private func unmetObligations(in component: [Int], of system: inout some TransitionSystem) -> Obligations {
        var unmet = Obligations(rawValue: .max)
        for member in component {
            unmet.formIntersection(system.obligations(pendingIn: store.configurations[member]))
            if unmet.isEmpty { return unmet }
        }
        var steps: [Step] = []
        for member in component {
            steps.removeAll(keepingCapacity: true)
            system.appendSteps(from: store.configurations[member], to: &steps)
            for step in steps where !unmet.isDisjoint(with: step.touched) {
                guard let target = store.position(of: step.target), component.containsSorted(target) else { continue }
                unmet.subtract(step.touched)
            }
            if unmet.isEmpty { return unmet }
        }
        return unmet
    }
}

extension [Int] {
    /// Whether the number is in a list that ascends.
    func containsSorted(_ number: Int) -> Bool {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == number
    }
}
