/// What is in an explored run that a transcript cannot have.
package enum Obstacle: String, CaseIterable, Sendable {
    /// A callback comes to a leg although newer legs read it, because the leg made the call that the callback answers.
    case olderLeg
    /// More handlers of closed orders answer than there are.
    ///
    /// Exploring counts two handlers of an effect as any number of them, and may count one that died with its process.
    case lateHandlers
    /// A sub-flow ends whose own flow is not explored: then any of its finals may come at any moment.
    case subFlowAtWill
    /// A sub-flow whose own flow is not explored ends before the run is told that it came back.
    case endOnReturn
    /// Legs get a lane in other turns than its queue gives them: one before another that asked first, or two that asked at the same moment
    /// with something in between.
    case turns
    /// The run came back without a value that an order needs, and the order does not get its `otherwise` at once, as it would.
    ///
    /// Exploring does not follow which values are gone, so it has at least everything that can happen.
    case valueGone
    /// Orders that died with the app get their `otherwise` in another order than they were given.
    ///
    /// Exploring does not follow which order was given first, so it has at least everything that can happen.
    case outOfTurn
    /// No times can be given to the moments so that they come in the explored order: exploring knows no durations.
    case durations

    /// The obstacle in words, as a part of a sentence.
    package var words: String {
        switch self {
        case .olderLeg: "a callback answers an older leg's call"
        case .lateHandlers: "more handlers answer late than a run of this length leaves at work"
        case .subFlowAtWill: "a sub-flow is any sub-flow and ends at will"
        case .endOnReturn: "a sub-flow ends as the app comes back, before the run is told so"
        case .turns: "legs of the run hold a lane in turns that its line does not give them"
        case .valueGone: "an order whose value a restart took away gets its 'otherwise' at once, and here it does not"
        case .outOfTurn: "orders that died with the app get their 'otherwise' in another order than they were given"
        case .durations: "no durations allow this order"
        }
    }
}

extension [Obstacle] {
    /// All obstacles of a run in one sentence; nil where there is none.
    package var sentence: String? {
        isEmpty ? nil : "no transcript plays this: " + map(\.words).joined(separator: "; ")
    }
}
