import KeywayCore
import KeywayRuns

extension RunDecision {
    /// Whether an event or an order of the decision may have a transient value.
    func mayHaveTransientValues(of machine: RunMachine) -> Bool {
        let hasEvent = recordedSteps.contains { step in
            step.event.map { machine.legs[step.leg].flow.table.events[$0.position].fields.haveTransientOnes } ?? false
        }
        return hasEvent
            || consequences.contains { consequence in
                switch consequence {
                case .perform(let order), .leaveUnperformed(let order): order.effect.fields.haveTransientOnes
                case .cancel, .ask, .free: false
                }
            }
    }
}
