extension Machine {
    /// Every state and final that the target can lead to, through choices.
    package func destinations(of target: Target) -> [Int] {
        let targets = [target] + choices(behind: target).flatMap { choices[$0].branches.map(\.target) }
        let states = targets.compactMap { if case .state(let state) = $0 { state } else { nil } }
        return Set(states).sorted()
    }

    /// Every choice that the target is or can lead to, each once, ascending.
    package func choices(behind target: Target) -> [Int] {
        var found: Set<Int> = []
        var open = [target]
        while let target = open.popLast() {
            guard case .choice(let choice) = target, found.insert(choice).inserted else { continue }
            open += choices[choice].branches.map(\.target)
        }
        return found.sorted()
    }
}
