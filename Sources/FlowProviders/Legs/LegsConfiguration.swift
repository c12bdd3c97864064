/// Everything of a run and its legs that can decide what happens next, and what was found about it so far.
struct LegsConfiguration: Hashable {
    /// What a live leg was told of success.
    enum Success: UInt8 {
        /// No success was told yet.
        case notYetTold
        /// A stale success was accepted, and no other one was told yet.
        case staleAccepted
        /// The first success was accepted.
        case accepted
        /// The first success was told and not accepted.
        case lost

        /// Whether the leg has accepted one.
        var isAccepted: Bool { self == .accepted || self == .staleAccepted }
    }

    /// A leg that has not ended, or the root.
    struct Leg: Hashable {
        /// Its flow, by its position.
        var flow: Int
        /// Its own configuration, by its position in its flow.
        var position: Int32
        /// The place of its parent among the legs, as long as the parent listens; nil for the root and for a leg whose scope was left.
        var parent: Int?
        /// What its flow's requirements ask of earlier steps, as `DemandMemory` packs it: which facts were so and still count, which
        /// windows are open, and how often what is counted has happened.
        var memory: UInt64 = 0
        /// What became of the first success that the leg was told; `notYetTold` once its scope is left, as it need not accept one then.
        var success = Success.notYetTold
    }

    /// The root first, then the others in the order in which they began.
    var legs: [Leg]
    /// The flows whose legs have begun, one bit for each, where that still makes a difference.
    var begun: UInt64 = 1
    /// The flows of which the parent left a running leg by itself, without a command of the app: a success on its way to the leg is lost.
    ///
    /// One bit for each. Only flows that hear of success count, until the flow begins again, a success is accepted, the
    /// person asks for something, or the run ends.
    var deserted: UInt64 = 0
    /// The words that sources retain for a leg that may begin, the earliest first.
    var retained: [Int] = []
    /// The orders for whose answers nobody waits and whose calls another process may make again; where the run is over, only those that
    /// call a provider which demands something.
    var unfinished = UnfinishedCalls()
    /// What a new process still has to decide before anything else can happen; nil where the run has not just come back.
    var returning: Returning?
}

extension LegsConfiguration {
    /// The open orders of the leg at that place.
    func openOrders(of place: Int, among flows: [LegFlow]) -> [LegEffect] {
        let leg = legs[place]
        let system = flows[leg.flow].system
        return system.openEffects(in: leg.position).map {
            LegEffect(
                flow: leg.flow, effect: $0, awaitedBy: place,
                isIncomplete: system.isUnperformed($0, in: leg.position))
        }
    }
}

/// A run that another process has just gone on with.
///
/// A run decides all of this at once: deadlines that are overdue, then `restored`, then the `otherwise` of each order that is still
/// open and not performed again. Only then is anything performed.
struct Returning: Hashable {
    /// Whether the run has its personal and secret values again.
    var hasValues: Bool
    /// The legs that were not told `restored` yet, one bit for each by its place. One that has ended, or whose flow has no such event, is
    /// passed over.
    var legsToTell: UInt64
    /// Whether deadlines may be overdue; none is once the first leg was told.
    var mayBeOverdue = true
    /// The orders that get their `otherwise`, if they are still open once each leg was told.
    var interrupted: [LegEffect]
    /// The orders of the earlier process that are performed again in the end, if they are still open and no row for
    /// `restored` led their legs to a state.
    var orders: [LegEffect]
    /// What was ordered since the run came back; it is performed after `orders`.
    var newOrders: [LegEffect] = []
}

/// One input of one leg.
struct LegInput: Hashable {
    /// The leg, by its place among those of the configuration.
    var place: Int
    var input: FlowInput
}

/// What one input, or one word, does to a run and all of its legs.
struct LegsStep {
    /// The position of the input; 0, which means nothing, for a word and for a beginning; `goingOn` where nothing comes.
    var input: Int32
    /// The position of the configuration that it leads to.
    var target: Int32
    /// The effects that it orders, by their list's position; 0 is none.
    var effects: Int32
    /// What it does to the providers, by its list's position; 0 is nothing.
    var operations: Int32
    /// What is found by it, by its list's position; 0 is nothing.
    var findings: Int32
    /// The facts of the root's requirements that are so at this step, one bit for each, and whether everything ends.
    var facts: UInt64
    /// The timers, open effects and sub-flows that ran before and after it and that it left alone, in all legs: one bit for each, from
    /// `LegFlow.firstObligation` of its flow on. Words and lanes do not count.
    var untouched: UInt64

    /// In place of an input: nothing comes, and a run that has come back performs what it still has to.
    static let goingOn: Int32 = -1

    /// Whether the legs stay where they are, nothing is ordered, found or done to a provider, and no fact of a requirement holds.
    func changesNothing(in legs: Int32) -> Bool {
        target == legs && effects == 0 && operations == 0 && findings == 0 && facts == 0
    }
}
