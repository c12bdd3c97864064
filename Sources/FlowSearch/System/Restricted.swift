/// A system without the moments at which one of the avoided facts holds.
struct Restricted<Base: TransitionSystem>: TransitionSystem {
    var base: Base
    let avoided: Facts

    init(_ base: Base, without avoided: Facts) {
        self.base = base
        self.avoided = avoided
    }

    mutating func beginnings() -> [Step] {
        base.beginnings().filter { $0.facts.isDisjoint(with: avoided) }
    }

    mutating func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        let start = steps.count
        base.appendSteps(from: configuration, to: &steps)
        var kept = start
        for step in steps[start...] where step.facts.isDisjoint(with: avoided) {
            steps[kept] = step
            kept += 1
        }
        steps.removeLast(steps.count - kept)
    }

    mutating func obligations(pendingIn configuration: Configuration) -> Obligations {
        base.obligations(pendingIn: configuration)
    }
}
