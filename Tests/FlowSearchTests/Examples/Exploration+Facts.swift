import FlowSearch

extension Exploration {
    /// A shortest run to a moment with one of the facts and none of the others; nil where there is none.
    mutating func shortestRun(showing facts: Facts, without others: Facts = []) -> Run? {
        func isSought(_ step: Step) -> Bool {
            !step.facts.isDisjoint(with: facts) && step.facts.isDisjoint(with: others)
        }
        var system = system
        if let beginning = system.beginnings().first(where: isSought) { return Run(moments: [beginning]) }
        for configuration in configurations {
            var steps: [Step] = []
            system.appendSteps(from: configuration, to: &steps)
            guard let step = steps.first(where: isSought) else { continue }
            return shortestRun(to: configuration).map { Run(moments: $0.moments + [step]) }
        }
        return nil
    }
}
