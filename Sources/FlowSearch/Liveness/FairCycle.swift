/// Looks for a short way round a component on which each obligation is met, one after the other.
///
/// A component is a set of configurations that all lead to each other. An obligation is met by a step that touches it, or in
/// a configuration in which it is not pending. A configuration of this system has in `low` the position of a configuration of
/// the component, and in `high` one more than the number of obligations that were met, or 0 at the beginning. The obligations
/// are met in a fixed order, so the search goes through members times obligations, not members times sets of obligations. With
/// at most one obligation the way is a shortest one.
struct FairCycle<Base: TransitionSystem>: TransitionSystem {
    private var base: Base
    /// The positions in `store` of the component's configurations, ascending.
    private let component: [Int]
    private let store: ConfigurationStore
    /// The position at which the cycle begins and ends.
    private let entry: Int
    /// The obligations that are pending at the entry, in the order in which they are met. Any other counts as met at the entry.
    private let order: [Obligations]

    init(through entry: Int, in component: [Int], of base: Base, _ store: ConfigurationStore) {
        var base = base
        order = base.obligations(pendingIn: store.configurations[entry]).numbers.compactMap { Obligations(number: $0) }
        self.base = base
        self.component = component
        self.store = store
        self.entry = entry
    }

    /// The steps of the base from the entry back to it; empty where the component has no such cycle.
    func shortest() -> [Step] {
        var exploration = Explorer.part(of: self, limit: .max)
        let run = exploration.shortestRun(to: configuration(at: entry, met: order.count))
        return (run?.moments.dropFirst() ?? []).map { step in
            var step = step
            step.target = store.configurations[Int(step.target.low)]
            return step
        }
    }

    /// The entry with 0 in `high`, where the end of the way has at least 1: so the two differ even where no obligation is to be met.
    func beginnings() -> [Step] { [Step(0, to: Configuration(low: UInt64(entry)))] }

    mutating func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        let start = steps.count
        base.appendSteps(from: store.configurations[Int(configuration.low)], to: &steps)
        let met = max(Int(configuration.high) - 1, 0)
        var kept = start
        for var step in steps[start...] {
            guard let target = store.position(of: step.target), component.containsSorted(target) else { continue }
            step.target = self.configuration(at: target, met: obligationsMet(by: step, after: met))
            steps[kept] = step
            kept += 1
        }
        steps.removeLast(steps.count - kept)
    }

    /// How many obligations of the order are met after the step, if `met` of them were met before.
    private mutating func obligationsMet(by step: Step, after met: Int) -> Int {
        let unmet = base.obligations(pendingIn: step.target).subtracting(step.touched)
        return order[met...].firstIndex { !unmet.isDisjoint(with: $0) } ?? order.count
    }

    /// A configuration of this system: a position of the base, and in `high` one more than the number of obligations met.
    private func configuration(at position: Int, met: Int) -> Configuration {
        Configuration(low: UInt64(position), high: UInt64(met + 1))
    }
}
