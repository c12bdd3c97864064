import FlowSearch

/// Philosophers who clean a dirty fork and hand it over, so that none of them starves.
///
/// Source: Chandy and Misra, The Drinking Philosophers Problem; module DiningPhilosophers of the TLA+ examples.
struct DiningPhilosophers: TransitionSystem {
    enum Stage: UInt64 { case loop, eat, think }

    struct Fork {
        var holder: Int
        var isClean: Bool
    }

    /// The table at one moment: for each number the fork at the left of a philosopher, and what this philosopher does and wants.
    struct State {
        var forks: [Fork]
        var stages: [Stage]
        var isHungry: [Bool]
    }

    let count: Int
    /// Whether a philosopher who can go on does so at last. Without it a philosopher may stop for ever.
    var isFair = true

    static func isSated(_ philosopher: Int) -> Facts { Facts(rawValue: 1 << UInt64(philosopher)) }
    /// Two neighbours eat at the same time.
    static let clash = Facts(rawValue: 1 << 63)

    func beginnings() -> [Step] {
        // Each fork is dirty. Philosopher 0 has two and philosopher 1 none, so that the philosophers do not wait in a circle.
        let forks = (0..<count).map { Fork(holder: $0 == 1 ? 0 : $0, isClean: false) }
        let state = State(
            forks: forks, stages: .init(repeating: .loop, count: count), isHungry: .init(repeating: true, count: count))
        return [Step(0, to: configuration(state), facts: facts(state))]
    }

    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        for philosopher in 0..<count {
            let next = state(configuration).after(philosopher)
            steps.append(
                Step(
                    UInt32(philosopher), to: self.configuration(next), facts: facts(next),
                    touching: Obligations(rawValue: 1 << UInt64(philosopher))))
        }
    }

    /// One for each philosopher whose next step changes something: weak fairness of each process.
    func obligations(pendingIn configuration: Configuration) -> Obligations {
        guard isFair else { return [] }
        return (0..<count).reduce(into: []) { obligations, philosopher in
            guard self.configuration(state(configuration).after(philosopher)) != configuration else { return }
            obligations.insert(Obligations(rawValue: 1 << UInt64(philosopher)))
        }
    }

    private func facts(_ state: State) -> Facts {
        (0..<count).reduce(into: []) { facts, philosopher in
            if !state.isHungry[philosopher] { facts.insert(Self.isSated(philosopher)) }
            let neighbour = (philosopher + 1) % count
            if state.stages[philosopher] == .eat, state.stages[neighbour] == .eat { facts.insert(Self.clash) }
        }
    }

    /// Seven bits for each philosopher.
    private func configuration(_ state: State) -> Configuration {
        var bits: UInt64 = 0
        for number in 0..<count {
            bits = bits << 3 | UInt64(state.forks[number].holder)
            bits = bits << 1 | (state.forks[number].isClean ? 1 : 0)
            bits = bits << 2 | state.stages[number].rawValue
            bits = bits << 1 | (state.isHungry[number] ? 1 : 0)
        }
        return Configuration(low: bits)
    }

    private func state(_ configuration: Configuration) -> State {
        var state = State(forks: [], stages: [], isHungry: [])
        for number in (0..<count).reversed() {
            let bits = configuration.low >> UInt64(7 * number)
            state.forks.append(Fork(holder: Int(bits >> 4 & 7), isClean: bits & 8 != 0))
            state.stages.append(Stage(rawValue: bits >> 1 & 3) ?? .loop)
            state.isHungry.append(bits & 1 != 0)
        }
        return state
    }
}

extension DiningPhilosophers.State {
    /// The table after the next step of one philosopher.
    func after(_ philosopher: Int) -> Self {
        let left = philosopher
        let right = (philosopher + 1) % forks.count
        var next = self
        switch stages[philosopher] {
        case .loop:
            if isDirty(left, with: philosopher) {
                next.forks[left] = .init(holder: (philosopher + forks.count - 1) % forks.count, isClean: true)
            } else if isDirty(right, with: philosopher) {
                next.forks[right] = .init(holder: right, isClean: true)
            }
            // The forks as they were before this step.
            let canEat = [left, right].allSatisfy { forks[$0].holder == philosopher && forks[$0].isClean }
            next.stages[philosopher] = isHungry[philosopher] ? (canEat ? .eat : .loop) : .think
        case .think:
            next.isHungry[philosopher] = true
            next.stages[philosopher] = .loop
        case .eat:
            next.isHungry[philosopher] = false
            next.forks[left].isClean = false
            next.forks[right].isClean = false
            next.stages[philosopher] = .loop
        }
        return next
    }

    private func isDirty(_ fork: Int, with philosopher: Int) -> Bool {
        forks[fork].holder == philosopher && !forks[fork].isClean
    }
}
