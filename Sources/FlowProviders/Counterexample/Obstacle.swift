/// What is in an explored run that a transcript cannot have.
package enum Obstacle: String, CaseIterable, Sendable {
    /// A callback comes to a leg although newer ones read it: the leg made the call that the callback answers.
    case olderLeg
    /// Handlers of closed orders answer that are not there: of two and more of an effect exploring knows no number, and of one
    /// that died with its process it does not know that it is gone.
    case lateHandlers
    /// A sub-flow that is not beside the flow ends, as any of its finals may be reached at any moment.
    case subFlowAtWill
    /// A leg holds a lane before another one that asked first, or two that ask at once do not hold it one directly after the other.
    case turns
    /// Exploring knows an order and no durations: no times at which things happen make it this one.
    case durations

    /// The same, as a sentence goes on.
    package var words: String {
        switch self {
        case .olderLeg: "a callback answers an older leg's call"
        case .lateHandlers: "more handlers answer late than a run of this length leaves at work"
        case .subFlowAtWill: "a sub-flow is any sub-flow and ends at will"
        case .turns: "legs of the run hold a lane in turns that its line does not give them"
        case .durations: "no durations allow this order"
        }
    }
}

extension [Obstacle] {
    /// All that is in a run's way; nil where nothing is.
    package var sentence: String? {
        isEmpty ? nil : "no transcript plays this: " + map(\.words).joined(separator: "; ")
    }
}
