import FlowSearch

/// Messages are sent again until their bit comes back, over two channels that lose words, and perhaps double and reorder them.
///
/// Source: Bartlett, Scantlebury and Wilkinson, A note on reliable full-duplex transmission over half-duplex links, 1969.
struct AlternatingBit: SmallSystem {
    struct State: Hashable {
        /// The numbers of the message that is sent and of the one that the receiver waits for, modulo 4. Their bits alone would not show
        /// that a message is taken twice.
        var sent = 0
        var received = 0
        /// The bits on their way to the receiver and back.
        var messages: [Int] = []
        var answers: [Int] = []
        /// How many words in a row were lost, where that is bounded.
        var lost = 0
    }

    /// How many words a channel holds.
    var capacity = 2
    var doubles = false
    var reorders = false
    /// The most words that are lost in a row; nil where there is no bound.
    var greatestLoss: Int?

    /// The receiver takes a message as a new one.
    static let accepted = Facts(rawValue: 1)
    /// The receiver takes a message as a new one that it has taken before.
    static let takenTwice = Facts(rawValue: 2)
    // Fairness: a message is sent at last, a message arrives, an answer arrives.
    private static let sending = Obligations(rawValue: 1)
    private static let telling = Obligations(rawValue: 2)
    private static let answering = Obligations(rawValue: 4)

    var beginnings: [State] { [State()] }

    func steps(from state: State) -> [SmallStep<State>] {
        var steps: [SmallStep<State>] = []
        if state.messages.count < capacity {
            var next = state
            next.messages.append(state.sent % 2)
            steps.append(SmallStep(target: next, touched: Self.sending))
        }
        for place in audible(state.messages) {
            for isKept in doubles ? [false, true] : [false] {
                steps += received(state.messages[place], at: place, isKept: isKept, in: state)
            }
        }
        for place in audible(state.answers) {
            for isKept in doubles ? [false, true] : [false] {
                var next = state
                let bit = state.answers[place]
                if !isKept { next.answers.remove(at: place) }
                next.lost = 0
                if bit == state.sent % 2 { next.sent = (state.sent + 1) % 4 }
                steps.append(SmallStep(target: next, touched: Self.answering))
            }
        }
        return steps + losses(in: state)
    }

    func obligations(pendingIn state: State) -> Obligations {
        var obligations: Obligations = state.messages.count < capacity ? Self.sending : []
        if !state.messages.isEmpty { obligations.insert(Self.telling) }
        if !state.answers.isEmpty { obligations.insert(Self.answering) }
        return obligations
    }

    private func audible(_ words: [Int]) -> Range<Int> { 0..<(reorders ? words.count : min(words.count, 1)) }

    /// The receiver answers each message with its bit, if there is room for the answer.
    private func received(_ bit: Int, at place: Int, isKept: Bool, in state: State) -> [SmallStep<State>] {
        guard state.answers.count < capacity else { return [] }
        var next = state
        var facts: Facts = []
        if !isKept { next.messages.remove(at: place) }
        next.lost = 0
        if bit == state.received % 2 {
            facts = Self.accepted
            if state.received == (state.sent + 1) % 4 { facts.insert(Self.takenTwice) }
            next.received = (state.received + 1) % 4
        }
        next.answers.append(bit)
        return [SmallStep(target: next, facts: facts, touched: Self.telling)]
    }

    private func losses(in state: State) -> [SmallStep<State>] {
        guard greatestLoss.map({ state.lost < $0 }) ?? true else { return [] }
        func next(_ change: (inout State) -> Void) -> SmallStep<State> {
            var next = state
            if greatestLoss != nil { next.lost += 1 }
            change(&next)
            return SmallStep(target: next)
        }
        return state.messages.indices.map { place in next { $0.messages.remove(at: place) } }
            + state.answers.indices.map { place in next { $0.answers.remove(at: place) } }
    }
}
