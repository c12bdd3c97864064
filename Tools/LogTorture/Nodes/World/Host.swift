import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// A machine on which a node runs, one life after the other.
struct Host {
    /// The node of the present life; nil while none runs.
    var node: NodeMachine?
    /// That node's identity.
    var id: NodeID?
    /// Whether that node is of the service's next version.
    var isNext = false
    /// Counts the lives: what was meant for an earlier one does not arrive.
    var life = 0
    /// By how much its monotonic clock is ahead of the engine's clock.
    let offset: Int64
    /// Nothing happens here before: the process is stopped.
    var pausedUntil: Int64 = 0
    /// Nothing goes to the engine or comes from it before.
    var cutUntil: Int64 = 0
    /// When the host could not look at runs, by its own fault or another's: from when until when.
    var idle: [(from: Int64, to: Int64)] = []
    /// When the node was last told to be woken, so that it is not told twice.
    var wakesAt: Int64?
    /// Orders that were handed out, and whose handlers are about to be called.
    var handedOut: Set<EffectOrder.Key> = []
    /// Orders whose handlers are at work.
    var handlers: Set<EffectOrder.Key> = []

    init(offset: Int64) {
        self.offset = offset
    }
}
