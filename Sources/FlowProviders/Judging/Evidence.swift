import KeywayCore

/// Something that a question speaks of and that the search met: without it the answer to the question proves nothing.
enum Occasion: Hashable {
    /// A leg of the flow at this position was told its first success.
    case successTold(flow: Int)
    /// A leg was told a word after it had accepted a success.
    case wordAfterSuccess(flow: Int)
    /// A leg was told a word of an earlier attempt, leg or run.
    case oldWordTold(flow: Int)
    /// The word at this position among those of all providers was told.
    case told(word: Int)
    /// A step came about of which the flow's requirement at this position asks something.
    case asked(flow: Int, requirement: Int)
    /// An order that is done once was given.
    case onceOrdered
    /// An effect that needs a lane was ordered.
    case laneNeeded
    /// A flow reached an end.
    case ended(flow: Int)
    /// A provider's word came to a flow, or a reply, a limit, a timer, a sub-flow's final or a lane's grant.
    case answered
}

/// What the search met, from which a report says what each verdict rests on.
struct Evidence {
    /// How many different steps of the legs showed each; a step that is met again counts once.
    private(set) var occasions: [Occasion: Int] = [:]
    /// For each flow the rows and branches that decided something.
    private(set) var parts: [Set<FlowPart>]
    /// For each flow the states and finals in which it stood.
    private(set) var states: [Set<Int>]
    /// For each flow the shortest time in milliseconds from a word of an earlier attempt to an end that the word leads to; nil where it
    /// leads to none.
    private(set) var shortestWaits: [Int64?]
    /// Whether such a word may lead to an end sooner than `shortestWaits` says, as not all was followed that may come of it.
    private(set) var mayEndSooner = false

    /// What finals of sub-flows kept when the root was told of them, by the event that tells it.
    private(set) var endingFields: [Int: Set<[Value?]>] = [:]

    init(flowCount: Int) {
        parts = Array(repeating: [], count: flowCount)
        states = Array(repeating: [], count: flowCount)
        shortestWaits = Array(repeating: nil, count: flowCount)
    }

    func count(of occasion: Occasion) -> Int { occasions[occasion] ?? 0 }

    mutating func note(_ met: Met) {
        switch met {
        case .occasion(let occasion): occasions[occasion, default: 0] += 1
        case .part(let part, let flow): parts[flow].insert(part)
        case .state(let state, let flow): states[flow].insert(state)
        case .ending(let fields, let event): endingFields[event, default: []].insert(fields)
        case .waits(let ends, let flow):
            if !ends.isWhole { mayEndSooner = true }
            guard let soonest = ends.all.first else { return }
            shortestWaits[flow] = min(shortestWaits[flow] ?? .max, soonest.milliseconds)
        }
    }

    /// One thing that a step shows.
    enum Met {
        case occasion(Occasion)
        case part(FlowPart, flow: Int)
        case state(Int, flow: Int)
        /// The root hears by this event that a sub-flow has ended, with the values that the final keeps.
        case ending([Value?], event: Int)
        /// A word of an earlier attempt leads the flow to these ends by deadlines alone.
        case waits(DeadlineEnds, flow: Int)
    }
}
