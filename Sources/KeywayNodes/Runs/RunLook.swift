import KeywayCore
import KeywayLog

/// A look at a run whose promise has passed: do the nodes that own its open orders still live, and is a deadline late?
struct RunLook: Sendable {
    enum Step: Sendable {
        /// The blocks that the node lacks are being loaded.
        case loading
        /// The engine was asked at that moment of the monotonic clock which of these owners live.
        case asking([EffectOrder.ID: NodeRun.OrderOwner], at: Int64)
        /// The engine was asked at that moment, and has told the owners of which orders live no longer. Where no other node owns an order,
        /// or this node may not call others dead yet, nobody was asked, and `abandoned` is empty. If nothing is to be done, the run is put
        /// off by at most `atMost` milliseconds; nil sets no such limit.
        case judged(abandoned: [EffectOrder.ID: NodeRun.OrderOwner], at: Int64, atMost: Int64?)
    }

    let run: RunToLookAt
    /// How far the look is.
    var step = Step.loading
}
