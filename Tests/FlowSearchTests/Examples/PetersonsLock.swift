import FlowSearch

/// Two processes that enter a critical section one at a time.
///
/// Source: Peterson, Myths about the mutual exclusion problem, 1981.
struct PetersonsLock: SmallSystem {
    enum Place: Hashable { case outside, flagged, waiting, inside }

    struct State: Hashable {
        var places = [Place.outside, .outside]
        var flags = [false, false]
        var turn = 0
    }

    /// Whether a process gives way to the other. Without it both may be inside at once.
    var yieldsTurn = true
    /// Whether a process that can go on does so at last. Without it a process may stop for ever.
    var isFair = true

    static func isInside(_ process: Int) -> Facts { Facts(rawValue: 1 << UInt64(process)) }
    static let bothInside = Facts(rawValue: 1 << 63)

    var beginnings: [State] { [State()] }

    func steps(from state: State) -> [SmallStep<State>] {
        [0, 1].compactMap { process in
            after(process, from: state).map { next in
                var facts: Facts = next.places[process] == .inside ? Self.isInside(process) : []
                if next.places == [.inside, .inside] { facts.insert(Self.bothInside) }
                return SmallStep(target: next, facts: facts, touched: Obligations(rawValue: 1 << UInt64(process)))
            }
        }
    }

    func obligations(pendingIn state: State) -> Obligations {
        guard isFair else { return [] }
        return [0, 1].reduce(into: []) { obligations, process in
            if after(process, from: state) != nil { obligations.insert(Obligations(rawValue: 1 << UInt64(process))) }
        }
    }

    /// The state after the next step of the process; nil where it waits for the other.
    private func after(_ process: Int, from state: State) -> State? {
        var next = state
        let other = 1 - process
        switch state.places[process] {
        case .outside:
            next.flags[process] = true
            next.places[process] = .flagged
        case .flagged:
            if yieldsTurn { next.turn = other }
            next.places[process] = .waiting
        case .waiting:
            guard !state.flags[other] || state.turn == process || !yieldsTurn else { return nil }
            next.places[process] = .inside
        case .inside:
            next.flags[process] = false
            next.places[process] = .outside
        }
        return next
    }
}
