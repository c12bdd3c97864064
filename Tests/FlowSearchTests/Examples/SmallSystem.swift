import FlowSearch

/// A system whose states are plain values, so that it can be explored twice: by the explorer, and by `counted()`, which shares no code
/// with the explorer.
protocol SmallSystem {
    associatedtype State: Hashable

    var beginnings: [State] { get }

    /// Every step that may come next.
    func steps(from state: State) -> [SmallStep<State>]

    /// The obligations that are pending in the state: a fair run touches each at last, if it stays pending.
    func obligations(pendingIn state: State) -> Obligations
}

/// A step of a small system, with its facts and the obligations that it touches.
struct SmallStep<State: Hashable> {
    var target: State
    var facts: Facts = []
    var touched: Obligations = []
}

extension SmallSystem {
    func obligations(pendingIn state: State) -> Obligations { [] }

    /// Every state that can be reached, and the steps between them, counted without the explorer.
    func counted() -> (states: Set<State>, steps: Int) {
        var (states, steps) = (Set(beginnings), 0)
        var open = Array(states)
        while let state = open.popLast() {
            for step in self.steps(from: state) {
                steps += 1
                if states.insert(step.target).inserted { open.append(step.target) }
            }
        }
        return (states, steps)
    }
}

/// A small system as the explorer takes it. A configuration is the number of a state: states are numbered as they are first met.
struct Numbered<System: SmallSystem>: TransitionSystem {
    let system: System
    private var states: [System.State] = []
    private var numbers: [System.State: UInt64] = [:]

    init(_ system: System) { self.system = system }

    mutating func beginnings() -> [Step] {
        system.beginnings.map { Step(0, to: configuration(of: $0)) }
    }

    mutating func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        for (label, step) in system.steps(from: states[Int(configuration.low)]).enumerated() {
            steps.append(
                Step(
                    UInt32(label), to: self.configuration(of: step.target), facts: step.facts, touching: step.touched))
        }
    }

    mutating func obligations(pendingIn configuration: Configuration) -> Obligations {
        system.obligations(pendingIn: states[Int(configuration.low)])
    }

    private mutating func configuration(of state: System.State) -> Configuration {
        if let known = numbers[state] { return Configuration(low: known) }
        let number = UInt64(states.count)
        numbers[state] = number
        states.append(state)
        return Configuration(low: number)
    }
}
