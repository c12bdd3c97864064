import FlowTranscripts
import KeywayCore
import KeywayRuns

/// Where a run stands, as `DifferenceSearch` sees it.
///
/// A twin is a run of a flow and one of its edited text, to which the same has happened. Of twins whose two runs are in the same two
/// situations the search follows only the first.
///
/// A situation is coarser than its run: a text or a duration counts only as present, absent or withheld, attempts count only as
/// none or some, a retained callback only by its source and its word, and the time until something is due only by its magnitude.
struct Situation: Hashable {
    /// A leg of the run, one of its flows, as the search sees it.
    private struct Leg: Hashable {
        /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
        var name: String?
        var state: Int
        var values: [Value?]
        /// The values of the leg's parameters, by their positions among its variables. These are not made coarse: another duration of a
        /// deadline makes another run.
        var parameters: [Int: Value]
        /// From the first attempt on `NextMoves` lets a callback that can be stamped come as of the present attempt or as of another one.
        var hasAttempt: Bool
        var timers: [Waiting]
        var effects: [Waiting]
        var running: [Running]
    }

    /// A timer or an open effect, and about how long until it is due.
    private struct Waiting: Hashable {
        /// The timer's or effect's position in the leg's flow.
        var position: Int
        /// How many bits the number of the remaining seconds has, so that times of about the same length are equal.
        var bitLength: Int
    }

    /// An effect that a handler may still answer, and whether the run still waits for the answer.
    private struct Answerable: Hashable {
        var effect: BoundTranscript.EffectOfLeg
        var isOpen: Bool
    }

    private var legs: [Leg]
    private var retained: [CallbackReading.RetainedKey]
    /// The providers in whose queues other runs stand, once for each such run, sorted.
    private var occupied: [String]
    /// The ordered effects that have no answer yet, also those whose answer the run no longer waits for.
    private var answerable: Set<Answerable>

    init(of run: OutlinedRun, at now: Int64, answerable performances: [PerformedOrder]) {
        func waiting(_ position: Int, until due: Instant) -> Waiting {
            let seconds = UInt64(max(0, due.milliseconds - now)) / 1000
            return Waiting(position: position, bitLength: UInt64.bitWidth - seconds.leadingZeroBitCount)
        }
        legs = run.tree.legs.map { leg in
            Leg(
                name: leg.name, state: leg.run.state, values: leg.run.values.map(\.?.coarse),
                parameters: leg.flow.table.parameters(in: leg.run.values),
                hasAttempt: leg.run.attempt > 0,
                timers: leg.run.timers.map { waiting($0.timer, until: $0.deadline) },
                effects: leg.run.openEffects.map { waiting($0.effect, until: $0.limit) }, running: leg.run.running)
        }
        retained = run.retained.words.map(\.key)
        occupied = run.occupied.sorted()
        answerable = Set(
            performances.map {
                Answerable(effect: $0.effectOfLeg, isOpen: run.tree.leg(waitingFor: $0.id) != nil)
            })
    }
}

extension Value {
    /// The value without a text's characters and a duration's length.
    fileprivate var coarse: Value {
        switch self {
        case .text: .text("")
        case .duration: .duration(0)
        case .bool, .integer, .enumCase, .set, .withheld: self
        }
    }
}
