import FlowSearch

/// Words that are spoken in order, over a channel that loses, doubles and reorders them.
struct FaultyChannel: SmallSystem {
    struct State: Hashable {
        /// How many of the `count` words were spoken. The words are numbered from 1.
        var spoken = 0
        var waiting: [Int] = []
        /// The greatest word that was heard.
        var heard = 0
    }

    var count = 4
    var capacity: Int
    var isFaulty = true

    /// A word is heard after one that was spoken later.
    static let outOfOrder = Facts(rawValue: 1)
    /// A word is heard again.
    static let doubled = Facts(rawValue: 2)

    var beginnings: [State] { [State()] }

    func steps(from state: State) -> [SmallStep<State>] {
        var steps: [SmallStep<State>] = []
        if state.spoken < count, state.waiting.count < capacity {
            var next = state
            next.spoken += 1
            next.waiting.append(next.spoken)
            steps.append(SmallStep(target: next))
        }
        for place in 0..<(isFaulty ? state.waiting.count : min(state.waiting.count, 1)) {
            var lost = state
            let word = lost.waiting.remove(at: place)
            var (told, kept) = (lost, state)
            told.heard = max(state.heard, word)
            kept.heard = told.heard
            let facts: Facts = word < state.heard ? Self.outOfOrder : word == state.heard ? Self.doubled : []
            steps.append(SmallStep(target: told, facts: facts))
            if isFaulty { steps += [SmallStep(target: kept, facts: facts), SmallStep(target: lost)] }
        }
        return steps
    }
}
