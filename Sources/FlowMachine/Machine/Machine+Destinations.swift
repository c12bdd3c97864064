extension Machine {
    /// Every state and final that the target can lead to, through choices.
    package func destinations(of target: Target) -> [Int] {
        var states: Set<Int> = []
        var seen: Set<Target> = [target]
        var open = [target]
        while let target = open.popLast() {
            switch target {
            case .state(let state): states.insert(state)
            case .choice(let choice):
                for branch in choices[choice].branches where seen.insert(branch.target).inserted {
                    open.append(branch.target)
                }
            }
        }
        return states.sorted()
    }
}
