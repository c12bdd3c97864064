import KeywayCore
import KeywayLog

/// A look at a run whose promise has passed: does its node still live, and is a deadline late?
struct RunLook: Sendable {
    enum Step: Sendable {
        /// The blocks that the node lacks are being loaded.
        case loading
        /// The engine was asked at that moment of the monotonic clock which of these owners live.
        case asking([EffectOrder.ID: NodeRun.OrderOwner], at: Int64)
        /// It is known, since that moment, of which orders the owners live no longer. If nothing is to be done, the run is put off by at most so
        /// many milliseconds.
        case judged(abandoned: [EffectOrder.ID: NodeRun.OrderOwner], at: Int64, atMost: Int64?)
    }

    let run: RunToLookAt
    var step = Step.loading
}
