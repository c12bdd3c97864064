/// A sub-flow or a lane that the run has besides its state, until the sub-flow ends or the run leaves the scope: the state or group that
/// declares it.
package enum Running: Hashable, Sendable {
    /// A sub-flow, by its position in the table.
    case child(Int)
    /// A lane that is asked for, and held once it is granted.
    case lane(Int, isHeld: Bool)
}

/// What a step does with sub-flows and lanes, by their positions in the table; whoever drives the run carries it out.
package enum ScopeChange: Hashable, Sendable {
    /// A sub-flow begins, with a command of its own flow: by the command's position there, and with its fields' values.
    case begins(child: Int, command: Int, arguments: [Value?])
    /// The scope of a sub-flow that runs is left.
    case leaves(child: Int)
    /// The run asks for the lane.
    case asks(lane: Int)
    /// The scope of a lane that is asked for or held is left.
    case frees(lane: Int)
}

extension RunState {
    /// Notes that the sub-flow has reached a final.
    mutating func end(child: Int) {
        running.removeAll { $0 == .child(child) }
    }

    /// Notes that the lane is granted, if it was asked for.
    mutating func grant(lane: Int) {
        for place in running.indices where running[place] == .lane(lane, isHeld: false) {
            running[place] = .lane(lane, isHeld: true)
        }
    }

    /// Ends the sub-flows and lanes for which `isMeant` is true, all if none is given, in the order in which they
    /// began.
    mutating func endRunning(_ step: inout Step, where isMeant: (Running) -> Bool = { _ in true }) {
        guard !running.isEmpty else { return }
        for ended in running where isMeant(ended) {
            switch ended {
            case .child(let child): step.scopeChanges.append(.leaves(child: child))
            case .lane(let lane, _): step.scopeChanges.append(.frees(lane: lane))
            }
        }
        running.removeAll(where: isMeant)
    }
}

extension Table.Move {
    /// Whether the move leaves the scope in which the sub-flow or lane is declared.
    func ends(_ running: Running) -> Bool {
        switch running {
        case .child(let child): leftChildren.contains(child)
        case .lane(let lane, _): freedLanes.contains(lane)
        }
    }
}
