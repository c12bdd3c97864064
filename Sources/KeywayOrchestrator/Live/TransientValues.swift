import KeywayCore
import KeywayRuns

extension [Field] {
    /// Whether one of the values is in memory for one step only.
    var haveTransientOnes: Bool { contains { $0.classification == .transient } }

    /// The values with `withheld` in the place of transient ones.
    func withholdingTransient(_ values: [Value?]) -> [Value?] {
        if !haveTransientOnes { return values }
        return zip(self, values).map { $0.classification == .transient && $1 != nil ? .withheld : $1 }
    }
}

extension RunDecision {
    /// Whether an event or an order of the decision may have a transient value.
    func mayHaveTransientValues(of machine: RunMachine) -> Bool {
        let hasEvent = recordedSteps.contains { step in
            step.event.map { machine.legs[step.leg].table.events[$0.position].fields.haveTransientOnes } ?? false
        }
        return hasEvent
            || consequences.contains { consequence in
                if case .perform(let order) = consequence { order.effect.fields.haveTransientOnes } else { false }
            }
    }
}
